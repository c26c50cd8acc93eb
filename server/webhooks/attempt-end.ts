// What follows from the end of an attempt: the delivery's next state and the line in its log. Pure.

import type { DeliveryError } from './delivery.ts'
import { afterFailure, type RetryPlan } from './delivery-policy.ts'
import type { AttemptRow, DeliveryChange, DueDelivery } from './delivery-queue-store.ts'
import type { Exchange } from './exchange.ts'

/** An attempt that ended, or was not made because there is nothing left to send. */
export interface EndedAttempt {
  readonly delivery: DueDelivery
  readonly startedAt: number
  readonly endedAt: number
  readonly outcome: Exchange | { readonly kind: 'cancelled'; readonly error: 'body_gone' }
}

export interface AttemptEnd {
  readonly change: DeliveryChange
  /** undefined where nothing was sent. */
  readonly attempt: AttemptRow | undefined
  /** What it tells of the webhook's health; `undefined` says nothing. */
  readonly verdict: 'well' | 'failed' | 'gave-up' | undefined
}

/** An ended attempt with what follows from it. */
export interface RecordedAttempt {
  readonly ended: EndedAttempt
  readonly end: AttemptEnd
}

export function endOf(plan: RetryPlan, ended: EndedAttempt): AttemptEnd {
  const { delivery, endedAt, outcome } = ended
  const { failedAttempts } = delivery
  if (outcome.kind === 'cancelled') {
    const { error: lastError } = outcome
    const change = { failedAttempts, lastStatus: undefined, lastError, finishedAt: endedAt }
    return { change: { state: 'cancelled', ...change }, attempt: undefined, verdict: undefined }
  }
  const error = errorOf(outcome)
  const status = outcome.kind === 'answered' ? outcome.status : undefined
  const attempt = attemptRow(ended, outcome, error)
  const seen = { lastStatus: status, lastError: error }
  if (error === undefined) {
    const change = { state: 'delivered', failedAttempts, finishedAt: endedAt, ...seen } as const
    return { change, attempt, verdict: 'well' }
  }
  if (error === 'interrupted') {
    const { lane, dueAt } = delivery
    const change = {
      state: 'pending',
      lane,
      dueAt,
      failedAttempts,
      ...seen,
      lastError: error,
    } as const
    return { change, attempt, verdict: undefined }
  }
  return { ...afterFailed(plan, ended, error, status), attempt }
}

function afterFailed(
  plan: RetryPlan,
  { delivery, endedAt, outcome }: EndedAttempt,
  lastError: DeliveryError,
  lastStatus: number | undefined,
): Omit<AttemptEnd, 'attempt'> {
  const failedAttempts = delivery.failedAttempts + 1
  const retryAfterMs = outcome.kind === 'answered' ? outcome.retryAfterMs : undefined
  const next = afterFailure(plan, { failedAttempts, endedAt, retryAfterMs })
  const seen = { failedAttempts, lastStatus, lastError }
  if (next.kind === 'retry') {
    const change = { state: 'pending', lane: 'retry', dueAt: next.dueAt, ...seen } as const
    return { change, verdict: 'failed' }
  }
  return { change: { state: 'failed', finishedAt: endedAt, ...seen }, verdict: 'gave-up' }
}

/** Only an answer of 2xx delivers (specification 3.2). */
function errorOf(outcome: Exchange): DeliveryError | undefined {
  if (outcome.kind === 'failed') return outcome.error === 'aborted' ? 'interrupted' : outcome.error
  return outcome.status >= 200 && outcome.status <= 299 ? undefined : 'bad_status'
}

function attemptRow(
  { delivery, startedAt }: EndedAttempt,
  outcome: Exchange,
  error: DeliveryError | undefined,
): AttemptRow {
  return {
    deliveryId: delivery.id,
    number: delivery.attempt,
    startedAt,
    durationMs: outcome.durationMs,
    status: outcome.kind === 'answered' ? outcome.status : undefined,
    error,
  }
}
