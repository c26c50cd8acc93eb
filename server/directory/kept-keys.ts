// Keeps the directory's keys for a moment. Anybody may send a logout token, and the keys are needed to see that one is
// forged: without this, a flood of forged tokens would become a flood of calls to the directory.

import type { Clock } from '../kernel/clock.ts'

/** A token that is signed with a new key is refused for no longer than this. */
const keptMs = 10_000

/** @param read asks the directory; an error, or undefined for an answer that is no JSON, is not kept */
export function keepKeys(
  clock: Pick<Clock, 'steadyMs'>,
  read: () => Promise<unknown>,
): () => Promise<unknown> {
  let kept: { readonly keys: unknown; readonly readAt: number } | undefined
  let reading: Promise<unknown> | undefined

  async function readAnew(): Promise<unknown> {
    const keys = await read()
    if (keys !== undefined) kept = { keys, readAt: clock.steadyMs() }
    return keys
  }

  return async () => {
    if (kept !== undefined && clock.steadyMs() - kept.readAt < keptMs) return kept.keys
    reading ??= readAnew().finally(() => {
      reading = undefined
    })
    return reading
  }
}
