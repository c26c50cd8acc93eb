// Lets requests that arrive together share one look-up of their API key.

import { turnOfLoop } from '../kernel/turn-of-loop.ts'

/**
 * Wraps `find` so that it runs once for each key text in a turn of the event loop. Nothing is kept for a later turn,
 * so a revoked key stops working with the next request that arrives, whichever process revoked it.
 */
export function shareLookups<Found>(
  find: (keyText: string) => Promise<Found>,
): (keyText: string) => Promise<Found> {
  const found = new Map<string, Promise<Found>>()
  let turn = -1
  const forget = () => found.clear()

  return (keyText) => {
    const now = turnOfLoop()
    if (now !== turn) {
      turn = now
      found.clear()
      // So that key texts do not stay in memory until the next request.
      setImmediate(forget)
    }
    const known = found.get(keyText)
    if (known !== undefined) return known
    const result = find(keyText)
    found.set(keyText, result)
    return result
  }
}
