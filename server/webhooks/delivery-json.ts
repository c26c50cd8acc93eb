// The wire shape of a delivery: how far an event has come on its way to a webhook. Nothing of what was
// sent and nothing of what the receiver answered but its status code.

import type { EventType } from '../events/event.ts'
import { toIso } from '../kernel/clock.ts'
import type { Attempt, Delivery, DeliveryError, DeliveryState } from './delivery.ts'
import type { ReplayTally } from './replay-range.ts'

export interface DeliveryJson {
  readonly id: string
  /** The same on every attempt and replay: what receivers know an event by. */
  readonly event_id: string
  readonly event: EventType
  /** Left out for a test. */
  readonly verification_id?: string
  readonly webhook_id: string
  readonly status: DeliveryState
  /** Attempts that ended, through all replays. */
  readonly attempts: number
  readonly next_attempt_at: string | null
  readonly last_status_code: number | null
  readonly last_error: DeliveryError | null
  readonly replays: number
  readonly created_at: string
  readonly finished_at: string | null
}

export interface DeliveryDetailJson extends DeliveryJson {
  /** In the order in which they were made. */
  readonly attempt_log: readonly AttemptJson[]
}

export interface AttemptJson {
  readonly number: number
  readonly started_at: string
  readonly duration_ms: number
  readonly status_code: number | null
  readonly error: DeliveryError | null
}

export interface ReplayTallyJson {
  readonly dry_run: boolean
  readonly matched: number
  readonly replayed: number
  readonly remaining: number
  /** The oldest that remains was created then. */
  readonly next_created_from: string | null
}

export function deliveryJson(delivery: Delivery): DeliveryJson {
  const { eventType, subjectId, state, dueAt, finishedAt } = delivery
  return {
    id: delivery.id,
    event_id: delivery.eventId,
    event: eventType,
    ...(eventType === 'webhook.test' ? {} : { verification_id: subjectId }),
    webhook_id: delivery.webhookId,
    status: state,
    attempts: delivery.attempts,
    next_attempt_at: state === 'pending' ? toIso(dueAt) : null,
    last_status_code: delivery.lastStatus ?? null,
    last_error: delivery.lastError ?? null,
    replays: delivery.replays,
    created_at: toIso(delivery.createdAt),
    finished_at: finishedAt === undefined ? null : toIso(finishedAt),
  }
}

export function deliveryDetailJson(
  delivery: Delivery,
  attempts: readonly Attempt[],
): DeliveryDetailJson {
  return { ...deliveryJson(delivery), attempt_log: attempts.map(attemptJson) }
}

export function replayTallyJson(tally: ReplayTally): ReplayTallyJson {
  const { nextCreatedFrom } = tally
  return {
    dry_run: tally.isDryRun,
    matched: tally.matched,
    replayed: tally.replayed,
    remaining: tally.remaining,
    next_created_from: nextCreatedFrom === undefined ? null : toIso(nextCreatedFrom),
  }
}

function attemptJson(attempt: Attempt): AttemptJson {
  return {
    number: attempt.number,
    started_at: toIso(attempt.startedAt),
    duration_ms: attempt.durationMs,
    status_code: attempt.status ?? null,
    error: attempt.error ?? null,
  }
}
