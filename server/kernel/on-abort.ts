// Lets many wait for the abort of the signal that they share, such as all requests under way for the stop of the
// server: an event target compares each new listener with all others.

import type { Cancel } from './clock.ts'

const waiting = new WeakMap<AbortSignal, Set<() => void>>()

/** Calls `work` once when the signal aborts; never if it has aborted already. */
export function onAbort(signal: AbortSignal, work: () => void): Cancel {
  const works = waiting.get(signal) ?? listenTo(signal)
  works.add(work)
  return () => void works.delete(work)
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const works = new Set<() => void>()
  waiting.set(signal, works)
  signal.addEventListener('abort', () => {
    for (const work of works) work()
  })
  return works
}
