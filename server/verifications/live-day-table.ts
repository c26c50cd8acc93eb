// Rows of `live_days`: how many live verifications a key submitted on a day of UTC. One a key and day, kept.

export interface LiveDayTable {
  api_key_id: string
  /** First instant of the day. */
  starts_at: number
  verifications: number
}
