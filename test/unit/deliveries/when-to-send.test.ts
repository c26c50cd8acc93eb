import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AttemptResponse } from '../../../server/deliveries/attempt-response.ts'
import {
  type ConcurrencyCap,
  capAfter,
  capMax,
  startingCap,
} from '../../../server/deliveries/concurrency-cap.ts'
import { retryAfterMsOf } from '../../../server/deliveries/retry-after.ts'
import { afterFailure, type RetrySettings } from '../../../server/deliveries/retry-policy.ts'
import type { AttemptError } from '../../../server/webhooks/delivery-error.ts'

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

const nowMs = Date.UTC(2026, 10, 21, 9, 0, 0)

const cases: readonly (readonly [string | readonly string[] | undefined, number | undefined])[] = [
  ['0', 0],
  ['120', 120_000],
  [' 7 ', 7_000],
  ['Sat, 21 Nov 2026 09:01:30 GMT', 90_000],
  ['Sat, 21 Nov 2026 08:00:00 GMT', 0],
  [['30', '60'], 30_000],
  [undefined, undefined],
  [[], undefined],
  ['', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  ['9'.repeat(30), undefined],
  ['soon', undefined],
  ['2026-11-21T09:01:30Z', undefined],
  ['Sat, 99 Foo 2026 09:01:30 GMT', undefined],
]
for (const [header, expected] of cases) {
  test(`Retry-After ${JSON.stringify(header)} means ${expected} ms`, () => {
    assert.equal(retryAfterMsOf(header, nowMs), expected)
  })
}

const answered = (status: number): AttemptResponse => ({
  kind: 'answered',
  status,
  retryAfterMs: undefined,
  durationMs: 1,
})
const failed = (error: AttemptError): AttemptResponse => ({ kind: 'failed', error, durationMs: 1 })

function paceThrough(pace: ConcurrencyCap, exchanges: readonly AttemptResponse[]): ConcurrencyCap {
  return exchanges.reduce(capAfter, pace)
}

describe('the pace of one webhook', () => {
  test('begins with one request and doubles with each answer up to eight', () => {
    const caps = [0, 1, 2, 3, 4, 50].map(
      (answers) => paceThrough(startingCap, Array(answers).fill(answered(204))).cap,
    )
    assert.deepEqual(caps, [1, 2, 4, 8, 8, capMax])
  })

  test('falls to one after three time-outs in a row, and not after two', () => {
    const full = { cap: 8, timeoutsInRow: 0 }
    assert.equal(paceThrough(full, Array(2).fill(failed('timeout'))).cap, 8)
    assert.equal(paceThrough(full, Array(3).fill(failed('timeout'))).cap, 1)
    assert.equal(paceThrough(full, Array(9).fill(failed('timeout'))).cap, 1)
  })

  test('any answer ends a row of time-outs', () => {
    const timeout = failed('timeout')
    const pace = paceThrough({ cap: 8, timeoutsInRow: 0 }, [
      timeout,
      timeout,
      answered(500),
      timeout,
      timeout,
    ])
    assert.equal(pace.cap, 8)
  })

  test('grows back by doubling', () => {
    const down = paceThrough({ cap: 8, timeoutsInRow: 0 }, Array(3).fill(failed('timeout')))
    assert.equal(capAfter(down, answered(200)).cap, 2)
    assert.equal(paceThrough(down, Array(3).fill(answered(200))).cap, 8)
  })

  test('what fails at once changes nothing', () => {
    const pace = { cap: 4, timeoutsInRow: 2 }
    assert.deepEqual(capAfter(pace, failed('connection_failed')), pace)
    assert.deepEqual(capAfter(pace, failed('address_forbidden')), pace)
  })
})
