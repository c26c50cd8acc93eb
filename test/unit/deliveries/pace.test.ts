import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AttemptResponse } from '../../../server/deliveries/attempt-response.ts'
import {
  type ConcurrencyCap,
  capAfter,
  capMax,
  startingCap,
} from '../../../server/deliveries/concurrency-cap.ts'
import type { AttemptError } from '../../../server/webhooks/delivery-error.ts'

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
