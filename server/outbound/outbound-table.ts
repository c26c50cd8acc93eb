// Row of `outbound_calls`: one call that left the house. Written at its end and never changed then; an
// upload of pictures also at its beginning.

import type { OutboundOutcome, OutboundPurpose } from './outbound.ts'

export interface OutboundTable {
  /** Sorts by `started_at`. */
  id: string
  started_at: number
  /** null while there is no end that is known. */
  duration_ms: number | null
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
