// The windows in which a client's requests or bytes are counted: each starts with the first of them and ends after a
// fixed time.

import type { Clock } from '../../kernel/clock.ts'

export interface WindowRule {
  readonly windowMs: number
  /** Clients kept in memory; beyond it the window that ends first is dropped. */
  readonly clientsMax: number
}

export interface Window {
  endsAt: number
  /** Counted by this node and not reported to the others yet; negative if less came than was reported. */
  taken: number
  /** Counted by this node and being reported now: the counts of the others do not contain it yet. */
  reporting: number
  /** Counted by all nodes, as far as reported; 0 for the only node. */
  known: number
  /** Whether it ends when the window of all nodes ends: a report was answered. */
  isShared: boolean
  /** Counted by this node, reported or not. */
  own: number
}

/** Returns the current window of a client, or a new one if it has none or its window has ended. */
type FindWindow = (client: string) => Window

/** For one kind of client only, so that many anonymous clients can push out only each other. */
export function createWindows(clock: Clock, { windowMs, clientsMax }: WindowRule): FindWindow {
  // All windows are equally long and inserted as they start, so the map is ordered by their end.
  const windows = new Map<string, Window>()

  function openWindow(client: string, now: number): Window {
    windows.delete(client)
    for (const [other, window] of windows) {
      if (window.endsAt > now && windows.size < clientsMax) break
      windows.delete(other)
    }
    const window = {
      endsAt: now + windowMs,
      taken: 0,
      reporting: 0,
      known: 0,
      isShared: false,
      own: 0,
    }
    windows.set(client, window)
    return window
  }

  return (client) => {
    const now = clock.now()
    const known = windows.get(client)
    const msLeft = known === undefined ? 0 : known.endsAt - now
    // More than a window is left only if the clock was set back: the client would wait for hours.
    return known && msLeft > 0 && msLeft <= windowMs ? known : openWindow(client, now)
  }
}
