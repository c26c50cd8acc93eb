// A fair semaphore for scarce resources (decoder slots, provider calls, bytes of memory): first come, first served,
// so that small requests never starve a large one.

/** Releases the acquired amount; further calls do nothing. */
export type Release = () => void

export interface Permits {
  /**
   * Waits until `amount` is free and takes it. An amount above the total is reduced to the total, so it waits until
   * everything is free.
   * @throws the signal's reason if it is aborted while waiting
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
