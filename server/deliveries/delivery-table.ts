// Row of `webhook_deliveries`: one event to be sent to one webhook.

import { sql } from 'kysely'
import type { EventType } from '../events/event.ts'
import type { DeliveryError } from '../webhooks/delivery-error.ts'
import type { DeliveryPriority, DeliveryState } from './delivery.ts'

export interface DeliveryTable {
  id: string
  event_id: string
  /** The event's, repeated here for the index. */
  event_type: EventType
  webhook_id: string
  state: DeliveryState
  priority: DeliveryPriority
  /** When the next attempt is due; for a finished delivery, when the last was due. */
  due_at: number
  /** Finished attempts, interrupted ones included. */
  attempts: number
  /** Failed attempts since the event or the last replay; the retry limit counts these. */
  failed_attempts: number
  replays: number
  last_status: number | null
  last_error: DeliveryError | null
  created_at: number
  finished_at: number | null
}

/** Literals: SQLite uses the partial indexes of `webhook_deliveries` only for literals, not for parameters. */
export const pendingDelivery = sql.lit('pending' as const)
export const deliveryPriority = {
  firstAttempt: sql.lit('first_attempt' as const),
  retry: sql.lit('retry' as const),
}
