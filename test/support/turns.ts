// Waits without a clock, by turns of the event loop.

import assert from 'node:assert/strict'
import { setTimeout as pause, setImmediate as turnOfTheLoop } from 'node:timers/promises'

/** Reached only if something is broken, however slow the machine is. */
const waitsMsMax = 60_000
/** After this many turns, the wait is for a disk or another process, and pauses between turns. */
const turnsInARow = 10_000

/** A query that waits for longer waits for something that the test holds. */
const queryMsMax = 1_000
/** Work that has got an answer begins its next query within so many turns; the recorder of attempts waits for 16. */
const turnsToNextQuery = 32

let countQueries: () => number = () => 0

/** From now on `turns` also waits until none of these queries is under way. */
export function waitForQueries(countUnderWay: () => number): void {
  countQueries = countUnderWay
}

/** Waits `count` turns, for work that the test cannot observe, and for the queries of that work to another process. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await turnOfTheLoop()
  if (countQueries() > 0) await queriesEnd()
}

async function queriesEnd(): Promise<void> {
  const startedAt = performance.now()
  for (let idle = 0; idle < turnsToNextQuery; idle = countQueries() > 0 ? 0 : idle + 1) {
    if (performance.now() - startedAt > queryMsMax) return
    await turnOfTheLoop()
  }
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
