// The wire shape of a delivery. It shows nothing of the request and nothing of the receiver's
// response but its status code.

import type { EventType } from '../events/event.ts'
import { toIso } from '../kernel/clock.ts'
import type { DeliveryError } from '../webhooks/delivery-error.ts'
import type { Attempt, Delivery, DeliveryState } from './delivery.ts'
import type { ReplayCounts } from './replay-range.ts'

export interface DeliveryJson {
  readonly id: string
  /** The same on every attempt and replay: receivers deduplicate events by it. */
  readonly event_id: string
  readonly event: EventType
  /** Left out where the event is a test. */
  readonly verification_id?: string
  readonly webhook_id: string
  readonly status: DeliveryState
  /** Finished attempts, through all replays. */
  readonly attempts: number
  readonly next_attempt_at: string | null
  readonly last_status_code: number | null
  readonly last_error: DeliveryError | null
  readonly replays: number
  readonly created_at: string
  readonly finished_at: string | null
}

export interface DeliveryDetailJson extends DeliveryJson {
  /** Oldest attempt first. */
  readonly attempt_log: readonly AttemptJson[]
}

export interface AttemptJson {
  readonly number: number
  readonly started_at: string
  readonly duration_ms: number
  readonly status_code: number | null
  readonly error: DeliveryError | null
}

export interface ReplayCountsJson {
  readonly dry_run: boolean
  readonly matched: number
  readonly replayed: number
  readonly remaining: number
  /** When the oldest remaining delivery was created. */
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

export function replayCountsJson(counts: ReplayCounts): ReplayCountsJson {
  const { nextCreatedFrom } = counts
  return {
    dry_run: counts.isDryRun,
    matched: counts.matched,
    replayed: counts.replayed,
    remaining: counts.remaining,
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
