// Counts of the reviews that wait for somebody.

/** Counting stops here, so that its cost does not grow with the queue. */
export const waitingCountedMax = 10_000

export interface WaitingReviews {
  readonly open: number
  readonly overdue: number
}
