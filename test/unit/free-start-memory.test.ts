import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freeStartMemory } from '../../server/free-start-memory.ts'
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

test('nothing is awaited where the collector is not exposed', () => {
  const clock = new ManualClock()
  freeStartMemory({ clock, collect: undefined })
  assert.equal(clock.pendingCount, 0)
})
