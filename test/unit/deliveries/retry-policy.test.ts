import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { afterFailure, type RetrySettings } from '../../../server/deliveries/retry-policy.ts'

const minuteMs = 60_000
const plan: RetrySettings = {
  retryDelaysMs: [1, 5, 30, 120, 480].map((minutes) => minutes * minuteMs),
  maxFailedAttempts: 5,
}
const endedAt = 1_000_000

function after(failedAttempts: number, retryAfterMs?: number, rules = plan) {
  return afterFailure(rules, { failedAttempts, endedAt, retryAfterMs })
}

describe('the schedule of retries', () => {
  test('waits 1, 5, 30 and 120 minutes from the end of the failed attempt', () => {
    const waits = [1, 2, 3, 4].map((failed) => {
      const next = after(failed)
      return next.kind === 'retry' ? (next.dueAt - endedAt) / minuteMs : undefined
    })
    assert.deepEqual(waits, [1, 5, 30, 120])
  })

  test('gives up after the fifth failed attempt', () => {
    assert.deepEqual(after(5), { kind: 'give-up' })
    assert.deepEqual(after(6), { kind: 'give-up' })
  })

  test('uses the eight hours only where an operator allows a sixth attempt', () => {
    const generous = { ...plan, maxFailedAttempts: 6 }
    assert.deepEqual(after(5, undefined, generous), {
      kind: 'retry',
      dueAt: endedAt + 480 * minuteMs,
    })
  })

  test('repeats the last delay where there are more attempts than delays', () => {
    const long = { retryDelaysMs: [minuteMs, 2 * minuteMs], maxFailedAttempts: 9 }
    assert.deepEqual(after(7, undefined, long), { kind: 'retry', dueAt: endedAt + 2 * minuteMs })
  })

  const requested = [
    { asked: 0, waited: minuteMs },
    { asked: minuteMs - 1, waited: minuteMs },
    { asked: 90_000, waited: 90_000 },
    { asked: 2 * minuteMs, waited: 2 * minuteMs },
    { asked: 24 * 60 * minuteMs, waited: 2 * minuteMs },
  ]
  for (const { asked, waited } of requested) {
    test(`a receiver that asks for ${asked} ms after the first failure is left alone for ${waited} ms`, () => {
      assert.deepEqual(after(1, asked), { kind: 'retry', dueAt: endedAt + waited })
    })
  }

  test('a receiver that asks for time does not get another attempt', () => {
    assert.deepEqual(after(5, minuteMs), { kind: 'give-up' })
  })
})
