// Row of `webhook_attempts`: one try of a delivery. Only ever added.

import type { DeliveryError } from './delivery.ts'

export interface AttemptTable {
  delivery_id: string
  /** 1 for the first; goes on counting through replays. */
  number: number
  started_at: number
  duration_ms: number
  status: number | null
  error: DeliveryError | null
}
