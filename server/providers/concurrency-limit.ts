// Lets a bounded number of calls run at once; the others wait their turn, first come, first served.
// Holds down memory (each submission carries its pictures) and the load we put on a provider.

/** Gives the place back; only the first call counts. */
export type Leave = () => void

export interface ConcurrencyLimit {
  /** Resolves once a place is free; undefined when `signal` aborts first. */
  enter(signal: AbortSignal): Promise<Leave | undefined>
}

/** The queue itself has no bound: the job runner holds few jobs at a time. */
export function createConcurrencyLimit(callsMax: number): ConcurrencyLimit {
  let running = 0
  const waiting = new Set<() => void>()

  const leave = (): Leave => {
    let left = false
    return () => {
      if (left) return
      left = true
      const [next] = waiting
      // A waiting call takes over the place, so that nobody can slip in between.
      if (next === undefined) running -= 1
      else next()
    }
  }

  return {
    async enter(signal) {
      if (signal.aborted) return undefined
      if (running < callsMax) {
        running += 1
        return leave()
      }
      return (await turnCame(waiting, signal)) ? leave() : undefined
    },
  }
}

function turnCame(waiting: Set<() => void>, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (came: boolean) => {
      waiting.delete(take)
      signal.removeEventListener('abort', giveUp)
      resolve(came)
    }
    const take = () => end(true)
    const giveUp = () => end(false)
    waiting.add(take)
    signal.addEventListener('abort', giveUp, { once: true })
  })
}
