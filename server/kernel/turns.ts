// Gives the event loop a turn now and then during long work, so that other requests wait milliseconds only.

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'

const turnMs = 5

/**
 * Returns a function to await between the steps of the work: it gives the event loop a turn if five milliseconds have
 * passed since the last one. Otherwise it returns undefined, which short steps need not await.
 */
export function createTurns(): () => Promise<void> | undefined {
  let startedAt = performance.now()

  async function giveTurn(): Promise<void> {
    await turnOfTheLoop()
    startedAt = performance.now()
  }

  return () => (performance.now() - startedAt < turnMs ? undefined : giveTurn())
}
