// Counts of reviews above the lists of them.

export interface ReviewCounts {
  readonly waiting: number
  /** Waiting reviews whose due time has passed. */
  readonly overdue: number
  /** Waiting reviews that are claimed. */
  readonly held: number
  readonly proposed: number
  /** Proposals that this user may answer. */
  readonly forMe: number
  /** This user's own proposals. */
  readonly byMe: number
  /** Waiting reviews by age. */
  readonly ages: Readonly<
    Record<'under_day' | 'one_to_three_days' | 'three_to_seven_days' | 'over_seven_days', number>
  >
  readonly oldestAt: number | undefined
  readonly closed: number
  readonly confirmed: number
  readonly disputed: number
  /** Closed reviews that this user decided or approved. */
  readonly mine: number
}
