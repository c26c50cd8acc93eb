// The delivery: one event to be sent to one webhook, with at most a set number of failed attempts
// (specification 3.2, rulings 6.4).

import type { EventType, SubscribableEvent } from '../events/event.ts'
import type { DeliveryError } from '../webhooks/delivery-error.ts'

/**
 * `pending` until an attempt delivers, also while an attempt is under way: only the sending process
 * knows which attempts those are, so its crash needs no cleaning up. `cancelled`: will not be sent,
 * because the webhook was deactivated or deleted, or the event's body is gone.
 */
export const deliveryStates = ['pending', 'delivered', 'failed', 'cancelled'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/**
 * Retries and replays share the priority `retry`, so that they never take the slots that first
 * attempts need.
 */
export type DeliveryPriority = 'first_attempt' | 'retry'

export interface Delivery {
  readonly id: string
  readonly eventId: string
  readonly eventType: EventType
  /** Id of the verification, or of the webhook for a test. */
  readonly subjectId: string
  readonly webhookId: string
  readonly state: DeliveryState
  /** Finished attempts, through all replays. */
  readonly attempts: number
  readonly replays: number
  /** When the next attempt is due, for a pending delivery. */
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

/** The states that can be replayed in a range: a pending delivery needs no replay. */
export const replayableStates = ['delivered', 'failed', 'cancelled'] as const
type ReplayableState = Extract<DeliveryState, (typeof replayableStates)[number]>

/** Which deliveries of a webhook to send again. */
export interface ReplaySpan {
  readonly state: ReplayableState
  readonly eventType: SubscribableEvent | undefined
  /** Created at this instant or later; undefined for no lower bound. */
  readonly createdFrom: number | undefined
  /** Created before this instant. */
  readonly createdTo: number
  /** Only count the deliveries; send nothing. */
  readonly isDryRun: boolean
}

export type AttemptRequests =
  | {
      readonly kind: 'made'
      readonly url: string
      readonly bodyBytes: number
      /** Of a test alone: every other body concerns a person. */
      readonly body: string | undefined
      /** One entry for each attempt, in the given order. */
      readonly headers: readonly Readonly<Record<string, string>>[]
    }
  | { readonly kind: 'webhook_deleted' | 'secrets_unreadable' | 'body_gone' }

export interface DeliveryFilter {
  readonly state?: DeliveryState | undefined
  readonly eventType?: EventType | undefined
  readonly verificationId?: string | undefined
  /** Ids sort by creation time, so a span of time is a span of ids: from this id on, ... */
  readonly idFrom?: string | undefined
  /** ... and before this id. */
  readonly idBefore?: string | undefined
}

export interface ReplayCounts {
  readonly isDryRun: boolean
  readonly matched: number
  readonly replayed: number
  /** Matching deliveries left for the next call. */
  readonly remaining: number
  /** When the oldest remaining delivery was created: where the next call may begin. */
  readonly nextCreatedFrom: number | undefined
}

/** Holds nothing that the receiver wrote. */
export interface TestResult {
  readonly deliveryId: string
  readonly eventId: string
  readonly delivered: boolean
  /** undefined when there was no response. */
  readonly statusCode: number | undefined
  readonly durationMs: number
  /** Why the test was not delivered. */
  readonly error: DeliveryError | undefined
}
