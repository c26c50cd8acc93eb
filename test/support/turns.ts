// Waiting without a clock: turns of the event loop, in which everything that is ready gets done.

import assert from 'node:assert/strict'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'

const turnsMax = 10_000

/** Enough turns for whatever a test has just set off to come to rest, where it cannot see the rest. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await turnOfTheLoop()
}

/** Lets the loop turn until `condition` holds. @throws AssertionError when it never does. */
export async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < turnsMax; turn += 1) {
    if (condition()) return
    await turnOfTheLoop()
  }
  assert.fail(`never came true: ${condition}`)
}
