// Runs in a page, before its own scripts: its days and hours stand still, its timers run.

/** In the place of the page's `Date`, with this time for now. */
export function stopClock(timeMs: number): void {
  const Running = Date
  function Stopped(...parts: readonly number[]): Date | string {
    if (new.target === undefined) return new Running(timeMs).toString()
    return parts.length === 0 ? new Running(timeMs) : Reflect.construct(Running, parts)
  }
  Object.defineProperties(Stopped, Object.getOwnPropertyDescriptors(Running))
  Stopped.prototype.constructor = Stopped
  Object.assign(Stopped, { now: () => timeMs })
  Object.assign(globalThis, { Date: Stopped })
}
