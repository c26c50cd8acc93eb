import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QuietWait } from '../../../server/jobs/quiet-wait.ts'
import { ManualClock } from '../../support/manual-clock.ts'

/** What the runner does at a look every five seconds. */
function turnsOf(seconds: number, wait: QuietWait, clock: ManualClock): string[] {
  return Array.from({ length: seconds / 5 }, () => {
    const turn = wait.turn()
    clock.advance(5_000)
    return turn
  })
}

test('a wait for quiet lasts 10 seconds, then others are served for 10, then it lasts 20', () => {
  const clock = new ManualClock()
  const wait = new QuietWait(clock)
  assert.deepEqual(turnsOf(20, wait, clock), ['begins', 'waits', 'serves', 'serves'])
  const later = ['begins', 'waits', 'waits', 'waits', 'serves', 'serves', 'serves', 'serves']
  assert.deepEqual(turnsOf(40, wait, clock), later)
  assert.deepEqual(turnsOf(5, wait, clock), ['begins'])
})

test('no wait is longer than five minutes, the longest run', () => {
  const clock = new ManualClock()
  const wait = new QuietWait(clock)
  const waits: number[] = []
  for (const turn of turnsOf(4_000, wait, clock)) {
    if (turn === 'begins') waits.push(0)
    if (turn !== 'serves') waits.push((waits.pop() ?? 0) + 5)
  }
  assert.deepEqual(waits.slice(0, 7), [10, 20, 40, 80, 160, 300, 300])
})

test('the next suspect begins with a short wait', () => {
  const clock = new ManualClock()
  const wait = new QuietWait(clock)
  turnsOf(30, wait, clock)
  wait.end()
  assert.deepEqual(turnsOf(15, wait, clock), ['begins', 'waits', 'serves'])
})
