import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  attemptOutcomeOf,
  type FinishedAttempt,
} from '../../../server/deliveries/attempt-outcome.ts'
import type { AttemptError } from '../../../server/webhooks/delivery-error.ts'

const plan = { retryDelaysMs: [60_000, 300_000], maxFailedAttempts: 3 }
const delivery = {
  id: 'dlv_1',
  eventId: 'evt_1',
  webhookId: 'wh_1',
  priority: 'first_attempt',
  dueAt: 900,
  attempt: 1,
  failedAttempts: 0,
  replays: 0,
} as const

function finished(
  result: FinishedAttempt['result'],
  more: Partial<FinishedAttempt['delivery']> = {},
) {
  return attemptOutcomeOf(plan, {
    delivery: { ...delivery, ...more },
    startedAt: 1_000,
    endedAt: 1_250,
    result,
  })
}

const answer = (status: number, retryAfterMs?: number): FinishedAttempt['result'] => ({
  kind: 'answered',
  status,
  retryAfterMs,
  durationMs: 250,
})
const failure = (error: AttemptError): FinishedAttempt['result'] => ({
  kind: 'failed',
  error,
  durationMs: 250,
})

describe('the end of an attempt', () => {
  for (const status of [200, 201, 204, 299]) {
    test(`${status} delivers`, () => {
      const { change, attempt, verdict } = finished(answer(status))
      assert.equal(change.state, 'delivered')
      assert.equal(verdict, 'well')
      assert.deepEqual(attempt, {
        deliveryId: 'dlv_1',
        number: 1,
        startedAt: 1_000,
        durationMs: 250,
        status,
        error: undefined,
      })
    })
  }

  for (const status of [100, 199, 300, 301, 304, 400, 401, 404, 410, 429, 500, 503]) {
    test(`${status} is a failed attempt that is tried again`, () => {
      const { change, verdict } = finished(answer(status))
      assert.deepEqual(change, {
        state: 'pending',
        priority: 'retry',
        dueAt: 61_250,
        failedAttempts: 1,
        lastStatus: status,
        lastError: 'bad_status',
      })
      assert.equal(verdict, 'failed')
    })
  }

  for (const error of ['timeout', 'dns_failed', 'address_forbidden', 'tls_failed'] as const) {
    test(`${error} is a failed attempt, too`, () => {
      const { change, attempt } = finished(failure(error))
      assert.equal(change.state, 'pending')
      assert.equal(change.lastError, error)
      assert.equal(attempt?.status, undefined)
    })
  }

  test('the last attempt allowed ends the delivery as failed', () => {
    const { change, verdict } = finished(answer(500), { failedAttempts: 2, attempt: 3 })
    assert.deepEqual(change, {
      state: 'failed',
      finishedAt: 1_250,
      failedAttempts: 3,
      lastStatus: 500,
      lastError: 'bad_status',
    })
    assert.equal(verdict, 'gave-up')
  })

  test('one that our own stop broke off costs nothing and keeps its place', () => {
    const { change, attempt, verdict } = finished(failure('aborted'), { failedAttempts: 2 })
    assert.deepEqual(change, {
      state: 'pending',
      priority: 'first_attempt',
      dueAt: 900,
      failedAttempts: 2,
      lastStatus: undefined,
      lastError: 'interrupted',
    })
    assert.equal(attempt?.error, 'interrupted')
    assert.equal(verdict, undefined)
  })

  test('one with nothing to send is cancelled without an attempt', () => {
    const { change, attempt, verdict } = finished({ kind: 'cancelled', error: 'body_gone' })
    assert.equal(change.state, 'cancelled')
    assert.equal(attempt, undefined)
    assert.equal(verdict, undefined)
  })
})
