// Row of `outbound_calls`: one call that left the house. Written once, never changed.

import type { OutboundOutcome, OutboundPurpose } from './outbound.ts'

export interface OutboundTable {
  /** Sorts by `started_at`. */
  id: string
  started_at: number
  duration_ms: number
  purpose: OutboundPurpose
  method: string
  host: string
  /** JSON array of names. */
  field_names: string
  body_bytes: number
  body_sha256: string | null
  outcome: OutboundOutcome
  status: number | null
}
