// Waits without a clock, by turns of the event loop.

import assert from 'node:assert/strict'
import { setTimeout as pause, setImmediate as turnOfTheLoop } from 'node:timers/promises'

/** Reached only if something is broken, however slow the machine is. */
const waitsMsMax = 60_000
/** After this many turns, the wait is for a disk or another process, and pauses between turns. */
const turnsInARow = 10_000

/** Waits `count` turns, for work that the test cannot observe. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await turnOfTheLoop()
}

/** Waits until `condition` holds. @throws AssertionError if it never does */
export async function until(condition: () => boolean): Promise<void> {
  const startedAt = performance.now()
  for (let turn = 0; performance.now() - startedAt < waitsMsMax; turn += 1) {
    if (condition()) return
    await (turn < turnsInARow ? turnOfTheLoop() : pause(1))
  }
  assert.fail(`never became true: ${condition}`)
}
