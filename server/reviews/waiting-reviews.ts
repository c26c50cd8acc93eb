// Counts of the reviews that wait for somebody.

/** Counting stops here, so that its cost does not grow with the queue. */
export const waitingCountedMax = 10_000

export interface WaitingReviews {
  readonly open: number
  readonly overdue: number
}

/** So does counting of those that are due soon, among as many that are due next. */
export const dueSoonCountedMax = 1_000

/** Of the reviews that wait for a decision or for a second user. */
export interface DueReviews {
  readonly overdue: number
  /** When the first of them was due; undefined if none is overdue. */
  readonly overdueSince: number | undefined
  readonly dueSoon: number
}
