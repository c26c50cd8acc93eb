// The verifications that are pending.

export interface Pending {
  readonly count: number
  /** When the oldest pending verification was submitted; undefined if there is none. */
  readonly oldestAt: number | undefined
  /** By the first instant of the day (UTC) on which they were submitted. */
  readonly byDay: ReadonlyMap<number, number>
}
