// The one row of `retention_run`: the latest run, and the process that holds it.

export interface RetentionRunTable {
  only: 1
  /** null once the run is finished. */
  owner: string | null
  lease_until: number
  started_at: number
  finished_at: number | null
  /** Erased so far. */
  verifications: number
  /** Verifications whose images alone were deleted so far. */
  images: number
}
