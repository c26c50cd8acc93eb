import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BackOffKind, nextTryAt, withFailure } from '../../../server/users/sign-in/back-off.ts'

const at = Date.UTC(2026, 10, 21)
const failed = (failures: number) => ({ failures, lastFailedAt: at })
const waitAfter = (kind: BackOffKind, failures: number) =>
  Math.max(0, nextTryAt({ [kind]: failed(failures) }, at) - at) / 1000

test('mistyping costs nothing, then each failure doubles the wait up to half an hour', () => {
  const waits = [1, 4, 5, 6, 7, 9, 10, 1000].map((failures) => waitAfter('pair', failures))
  assert.deepEqual(waits, [0, 0, 60, 120, 240, 960, 1800, 1800])
})

test('guesses from many places never keep the owner out for longer than moments', () => {
  assert.equal(waitAfter('account', 50), 0)
  assert.equal(waitAfter('account', 1_000_000), 15)
})

test('a name that failed nowhere waits at most a second for its whole network', () => {
  const waits = [30, 300, 301, 1_000_000].map((failures) => waitAfter('network', failures))
  assert.deepEqual(waits, [0, 0, 1, 1])
})

test('in a network with thirty failures each name has fewer tries', () => {
  const waits = [1, 2, 3, 4, 5, 8, 9, 1000].map((failures) => {
    const known = { pair: failed(failures), network: failed(30) }
    return Math.max(0, nextTryAt(known, at) - at) / 1000
  })
  assert.deepEqual(waits, [0, 15, 30, 60, 120, 960, 1800, 1800])
  const calm = { pair: failed(3), network: failed(29) }
  assert.ok(nextTryAt(calm, at) <= at)
})

test('failures are forgotten after a day without one', () => {
  const day = 24 * 60 * 60_000
  const known = { failures: 9, lastFailedAt: at }
  assert.equal(withFailure(known, at + day - 1).failures, 10)
  assert.equal(withFailure(known, at + day).failures, 1)
})

test('failures of a clock that was a day ahead cause no wait, and the next failure does', () => {
  const day = 24 * 60 * 60_000
  const known = { failures: 9, lastFailedAt: at + day }
  assert.ok(nextTryAt({ pair: known, account: known, network: known }, at) <= at)
  const next = withFailure(known, at)
  assert.equal(nextTryAt({ pair: next }, at), at + 30 * 60_000)
  // Another node is ahead by some seconds: no way around the wait.
  const skewed = { failures: 9, lastFailedAt: at + 30_000 }
  assert.ok(nextTryAt({ pair: skewed }, at) > at + 60_000)
})
