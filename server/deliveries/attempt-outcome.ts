// Decides what follows from a finished attempt: the delivery's next state and the row of the
// attempt log. Pure.

import type { DeliveryError } from '../webhooks/delivery-error.ts'
import type { AttemptResponse } from './attempt-response.ts'
import type { AttemptRow, DeliveryChange } from './attempt-store.ts'
import type { DueDelivery } from './delivery-queue-store.ts'
import { afterFailure, type RetrySettings } from './retry-policy.ts'

/** An attempt that ended, or that was not made because the event's body is gone. */
export interface FinishedAttempt {
  readonly delivery: DueDelivery
  readonly startedAt: number
  readonly endedAt: number
  readonly result: AttemptResponse | { readonly kind: 'cancelled'; readonly error: 'body_gone' }
}

export interface AttemptOutcome {
  readonly change: DeliveryChange
  /** undefined where no request was sent. */
  readonly attempt: AttemptRow | undefined
  /** What the attempt says about the webhook's health; `undefined` when it says nothing. */
  readonly verdict: 'well' | 'failed' | 'gave-up' | undefined
}

/** A finished attempt with its outcome. */
export interface RecordedAttempt {
  readonly finished: FinishedAttempt
  readonly outcome: AttemptOutcome
}

export function attemptOutcomeOf(plan: RetrySettings, finished: FinishedAttempt): AttemptOutcome {
  const { delivery, endedAt, result } = finished
  const { failedAttempts } = delivery
  if (result.kind === 'cancelled') {
    const { error: lastError } = result
    const change = { failedAttempts, lastStatus: undefined, lastError, finishedAt: endedAt }
    return { change: { state: 'cancelled', ...change }, attempt: undefined, verdict: undefined }
  }
  const error = errorOf(result)
  const status = result.kind === 'answered' ? result.status : undefined
  const attempt = attemptRow(finished, result, error)
  const seen = { lastStatus: status, lastError: error }
  if (error === undefined) {
    const change = { state: 'delivered', failedAttempts, finishedAt: endedAt, ...seen } as const
    return { change, attempt, verdict: 'well' }
  }
  if (error === 'interrupted') {
    const { priority, dueAt } = delivery
    const change = {
      state: 'pending',
      priority,
      dueAt,
      failedAttempts,
      ...seen,
      lastError: error,
    } as const
    return { change, attempt, verdict: undefined }
  }
  return { ...afterFailed(plan, finished, error, status), attempt }
}

function afterFailed(
  plan: RetrySettings,
  { delivery, endedAt, result }: FinishedAttempt,
  lastError: DeliveryError,
  lastStatus: number | undefined,
): Omit<AttemptOutcome, 'attempt'> {
  const failedAttempts = delivery.failedAttempts + 1
  const retryAfterMs = result.kind === 'answered' ? result.retryAfterMs : undefined
  const next = afterFailure(plan, { failedAttempts, endedAt, retryAfterMs })
  const seen = { failedAttempts, lastStatus, lastError }
  if (next.kind === 'retry') {
    const change = { state: 'pending', priority: 'retry', dueAt: next.dueAt, ...seen } as const
    return { change, verdict: 'failed' }
  }
  return { change: { state: 'failed', finishedAt: endedAt, ...seen }, verdict: 'gave-up' }
}

/**
 * Returns undefined for a 2xx response, which is the only one that delivers (specification 3.2).
 */
function errorOf(result: AttemptResponse): DeliveryError | undefined {
  if (result.kind === 'failed') return result.error === 'aborted' ? 'interrupted' : result.error
  return result.status >= 200 && result.status <= 299 ? undefined : 'bad_status'
}

function attemptRow(
  { delivery, startedAt }: FinishedAttempt,
  result: AttemptResponse,
  error: DeliveryError | undefined,
): AttemptRow {
  return {
    deliveryId: delivery.id,
    number: delivery.attempt,
    startedAt,
    durationMs: result.durationMs,
    status: result.kind === 'answered' ? result.status : undefined,
    error,
  }
}
