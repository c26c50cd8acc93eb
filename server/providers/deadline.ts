// A total deadline for one piece of outside work, joined to the caller's own signal. HTTP clients only
// time out on silence; a peer that sends a byte a second would hold a job for ever without this.

export interface Deadline {
  /** Aborts when the time is over or the caller gives up, whichever comes first. */
  readonly signal: AbortSignal
  /** True once the time is over; false when it was the caller who gave up. */
  expired(): boolean
  /** Lets go of the timer and of the caller's signal. Call it in `finally`. */
  clear(): void
}

/** `timeoutMs` is counted in real time from this call. */
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
