// A total deadline for one external call, combined with the caller's signal. HTTP clients only time
// out on silence; without this a peer that sends a byte a second would hold a job for ever.

interface Deadline {
  /** Aborts when the time is over or the caller's signal aborts, whichever comes first. */
  readonly signal: AbortSignal
  /** True once the time is over; false when the caller's signal aborted first. */
  expired(): boolean
  /** Releases the timer and the listener on the caller's signal. Call it in `finally`. */
  clear(): void
}

/** `timeoutMs` is real time from this call. */
export function startDeadline(outer: AbortSignal, timeoutMs: number): Deadline {
  const controller = new AbortController()
  let expired = false
  const timer = setTimeout(() => {
    expired = true
    controller.abort()
  }, timeoutMs)
  const follow = () => controller.abort()
  outer.addEventListener('abort', follow, { once: true })
  if (outer.aborted) follow()
  return {
    signal: controller.signal,
    expired: () => expired,
    clear() {
      clearTimeout(timer)
      outer.removeEventListener('abort', follow)
    },
  }
}
