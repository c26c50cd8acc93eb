// Rows of `live_days`: how many live verifications an API key submitted on a day (UTC). One row for each key and
// day; never pruned.

export interface LiveDayTable {
  api_key_id: string
  /** First instant of the day. */
  starts_at: number
  verifications: number
}
