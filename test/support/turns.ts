// Waiting without a clock: turns of the event loop, in which everything that is ready gets done.

import assert from 'node:assert/strict'
import { setTimeout as pause, setImmediate as turnOfTheLoop } from 'node:timers/promises'

/** Met only where something is broken, however slow the machine is. */
const waitsMsMax = 60_000
/** What takes longer than these waits for a disk or another process, which may use the time. */
const turnsInARow = 10_000

/** Enough turns for whatever a test has just set off to come to rest, where it cannot see the rest. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await turnOfTheLoop()
}

/** Lets the loop turn until `condition` holds. @throws AssertionError when it never does. */
export async function until(condition: () => boolean): Promise<void> {
  const startedAt = performance.now()
  for (let turn = 0; performance.now() - startedAt < waitsMsMax; turn += 1) {
    if (condition()) return
    await (turn < turnsInARow ? turnOfTheLoop() : pause(1))
  }
  assert.fail(`never came true: ${condition}`)
}
