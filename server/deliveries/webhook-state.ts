// How the deliveries of a webhook stand.

export interface WebhookState {
  /** Number of pending deliveries, due or not. */
  readonly pending: number
  /** When the oldest due delivery became due; undefined where none is due. */
  readonly dueSince: number | undefined
  /** undefined where the log holds no delivered one. */
  readonly lastDeliveredAt: number | undefined
  readonly lastDay: DayOfDeliveries
}

/** Counts of the last 24 hours by outcome, without tests. */
export interface DayOfDeliveries {
  readonly delivered: number
  readonly failed: number
  /** At least one count stopped at `dayCountMax`. */
  readonly isMore: boolean
}
