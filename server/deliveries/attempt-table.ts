// Row of `webhook_attempts`: one attempt of a delivery. Rows are only added, never changed.

import type { DeliveryError } from '../webhooks/delivery-error.ts'

export interface AttemptTable {
  delivery_id: string
  /** 1 for the first attempt; replays go on counting. */
  number: number
  started_at: number
  duration_ms: number
  status: number | null
  error: DeliveryError | null
}
