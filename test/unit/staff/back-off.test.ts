import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextTryAt, withFailure } from '../../../server/staff/back-off.ts'

const at = Date.UTC(2026, 10, 21)
const waitAfter = (kind: 'pair' | 'network' | 'account', failures: number) =>
  Math.max(0, nextTryAt(kind, { failures, lastFailedAt: at }) - at) / 1000

test('mistyping costs nothing, then each failure doubles the wait up to half an hour', () => {
  const waits = [1, 4, 5, 6, 7, 9, 10, 1000].map((failures) => waitAfter('pair', failures))
  assert.deepEqual(waits, [0, 0, 60, 120, 240, 960, 1800, 1800])
})

test('guesses from many places never keep the owner out for longer than moments', () => {
  assert.equal(waitAfter('account', 50), 0)
  assert.equal(waitAfter('account', 1_000_000), 15)
})

test('failures are forgotten after a day without one', () => {
  const day = 24 * 60 * 60_000
  const known = { failures: 9, lastFailedAt: at }
  assert.equal(withFailure(known, at + day - 1).failures, 10)
  assert.equal(withFailure(known, at + day).failures, 1)
})
