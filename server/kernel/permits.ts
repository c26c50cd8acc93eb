// A fair counter of something scarce (places at the decoder, calls to a provider, bytes of memory):
// whoever comes first is served first, so that a large demand is never starved by small ones.

/** Gives back what was acquired; harmless when called again. */
export type Release = () => void

export interface Permits {
  /**
   * Waits until `amount` is free and takes it. A demand above the total is cut down to the total: it
   * waits until everything is free, and then has it alone.
   * @throws the signal's reason, when it is aborted before the turn comes.
   */
  acquire(amount: number, signal?: AbortSignal): Promise<Release>
}

interface Waiter {
  readonly amount: number
  readonly admit: () => void
}

export function createPermits(total: number): Permits {
  let free = total
  const waiting: Waiter[] = []

  function admitNext() {
    for (let next = waiting[0]; next !== undefined && next.amount <= free; next = waiting[0]) {
      waiting.shift()
      free -= next.amount
      next.admit()
    }
  }

  function releaseOnce(amount: number): Release {
    let held = true
    return () => {
      if (!held) return
      held = false
      free += amount
      admitNext()
    }
  }

  return {
    async acquire(wanted, signal) {
      signal?.throwIfAborted()
      const amount = Math.min(wanted, total)
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          waiting.splice(waiting.indexOf(waiter), 1)
          reject(signal?.reason)
          admitNext()
        }
        const waiter: Waiter = {
          amount,
          admit() {
            signal?.removeEventListener('abort', leave)
            resolve()
          },
        }
        signal?.addEventListener('abort', leave, { once: true })
        waiting.push(waiter)
        admitNext()
      })
      return releaseOnce(amount)
    },
  }
}
