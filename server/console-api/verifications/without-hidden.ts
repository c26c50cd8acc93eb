// Leaves the outcome of a review out of a row, for a user who may have to check that decision without knowing it. Pure.

interface Listed {
  readonly id: string
  readonly review: { readonly outcome: unknown; readonly closedAt: number | undefined } | undefined
}

/** Leaves out the outcome of a review that is hidden; its state stays. */
export function withoutHidden<Row extends Listed>(row: Row, hidden: ReadonlySet<string>): Row {
  if (row.review === undefined || !hidden.has(row.id)) return row
  return { ...row, review: { ...row.review, outcome: undefined, closedAt: undefined } }
}
