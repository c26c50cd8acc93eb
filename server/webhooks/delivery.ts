// The delivery: one event on its way to one webhook, through at most a set number of failed attempts
// (specification 3.2, rulings 6.4).

import type { EventType } from '../events/event.ts'
import type { ExchangeError } from './exchange.ts'

/**
 * `pending` until an attempt delivers, also while one is under way: what is being sent is known to the
 * sending process alone, so that its death needs no cleaning up. `cancelled`: it will not be sent,
 * because the webhook was deactivated or deleted, or the event's body is gone.
 */
export const deliveryStates = ['pending', 'delivered', 'failed', 'cancelled'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Retries and replays share a lane, so that they never take the slots that first attempts need. */
export type Lane = 'first' | 'retry'

/**
 * Why an attempt did not deliver. `bad_status`: any answer but 2xx. `interrupted`: our own stop broke
 * it off, which costs no attempt. `body_gone`: what was to be sent is not kept any more.
 */
export type DeliveryError = ExchangeError | 'bad_status' | 'interrupted' | 'body_gone'

export interface Delivery {
  readonly id: string
  readonly eventId: string
  readonly eventType: EventType
  /** Id of the verification, or of the webhook for a test. */
  readonly subjectId: string
  readonly webhookId: string
  readonly state: DeliveryState
  /** Attempts that ended so far, through all replays. */
  readonly attempts: number
  readonly replays: number
  /** Of a pending one: when it is sent next. */
  readonly dueAt: number
  readonly lastStatus: number | undefined
  readonly lastError: DeliveryError | undefined
  readonly createdAt: number
  readonly finishedAt: number | undefined
}

export interface Attempt {
  readonly number: number
  readonly startedAt: number
  readonly durationMs: number
  readonly status: number | undefined
  readonly error: DeliveryError | undefined
}
