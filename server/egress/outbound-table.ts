// Row of `outbound_calls`: one call to an external service. Written when the call ends and never changed after; an
// upload of images is also written when it begins.

import type { OutboundOutcome, OutboundPurpose } from './outbound.ts'

export interface OutboundTable {
  /** Sorts by `started_at`. */
  id: string
  started_at: number
  /** null until the end of the call is recorded. */
  duration_ms: number | null
  purpose: OutboundPurpose
  /** Name of the identity provider; null for other services. */
  provider: string | null
  method: string
  host: string
  /** JSON array of names. */
  field_names: string
  body_bytes: number
  body_sha256: string | null
  outcome: OutboundOutcome
  status: number | null
  /** The node that makes the call; null for a call that was not recorded before it was made. */
  node_id: string | null
}
