// Row of `outgoing_pause`. While it exists, nothing is sent to the outside.

export interface OutgoingPauseTable {
  /** Always 1. */
  only: number
  paused_at: number
  /** The restored backup. */
  backup: string
}
