// Row of `webhook_deliveries`: one event on its way to one webhook.

import type { EventType } from '../events/event.ts'
import type { DeliveryError, DeliveryState, Lane } from './delivery.ts'

export interface DeliveryTable {
  id: string
  event_id: string
  /** The event's, repeated here for the index. */
  event_type: EventType
  webhook_id: string
  state: DeliveryState
  lane: Lane
  /** When the next attempt is due; of a finished one, when the last was. */
  due_at: number
  /** Attempts that ended, those broken off by our own stop included. */
  attempts: number
  /** Failed attempts since the event or the last replay; what the limit is about. */
  failed_attempts: number
  replays: number
  last_status: number | null
  last_error: DeliveryError | null
  created_at: number
  finished_at: number | null
}
