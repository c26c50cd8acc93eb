import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createBusyShare, freeStartMemory } from '../../server/free-start-memory.ts'
import { ManualClock } from '../support/manual-clock.ts'

test('the memory of the start is freed once, when the server has been at rest for half a second', () => {
  const clock = new ManualClock()
  const busyShares = [0.6, 0.11, 0.1, 0]
  let collected = 0
  freeStartMemory({
    clock,
    busyShare: () => busyShares.shift() ?? 0,
    collect: () => {
      collected += 1
    },
  })
  clock.advance(1_499)
  assert.equal(collected, 0)
  clock.advance(1)
  assert.equal(collected, 1)
  assert.equal(clock.pendingCount, 0)
})

test('a server that computes is busy, and one that waits comes to rest', async () => {
  // Nothing is measured before the first turn of the event loop.
  await pause(1)
  const busyShare = createBusyShare()
  const beganAt = performance.now()
  while (performance.now() === beganAt);
  assert.equal(busyShare(), 1)
  let share = 1
  for (let round = 0; round < 1_000 && share > 0.1; round += 1) {
    await pause(20)
    share = busyShare()
  }
  assert.ok(share <= 0.1)
})
