// Edit distance between two words.

/**
 * Returns the number of letters to insert, delete, replace or swap with their neighbour (optimal
 * string alignment), or `limit + 1` where it is more than `limit`. Work grows with the product of
 * the two lengths.
 */
export function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let row = 1; row <= left.length; row += 1) {
    const current = nextRow({ left, right, row, last, beforeLast })
    beforeLast = last
    last = current
  }
  return Math.min(last[right.length] ?? 0, limit + 1)
}

interface RowInput {
  readonly left: string
  readonly right: string
  readonly row: number
  readonly last: readonly number[]
  readonly beforeLast: readonly number[]
}

function nextRow({ left, right, row, last, beforeLast }: RowInput): number[] {
  const current = [row]
  for (let column = 1; column <= right.length; column += 1) {
    const same = left[row - 1] === right[column - 1]
    const swapped =
      row > 1 &&
      column > 1 &&
      left[row - 1] === right[column - 2] &&
      left[row - 2] === right[column - 1]
    current[column] = Math.min(
      at(last, column) + 1,
      at(current, column - 1) + 1,
      at(last, column - 1) + (same ? 0 : 1),
      swapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
    )
  }
  return current
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
