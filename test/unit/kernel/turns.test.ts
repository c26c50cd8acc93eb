import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurns } from '../../../server/kernel/turns.ts'

test('the event loop gets a turn after some milliseconds of work, not after each step', async () => {
  const giveTurn = createTurns()
  let turns = 0
  setImmediate(() => {
    turns += 1
  })
  await giveTurn()
  assert.equal(turns, 0)
  const until = performance.now() + 6
  while (performance.now() < until);
  await giveTurn()
  assert.equal(turns, 1)
})
