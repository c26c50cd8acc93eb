// What the receiver remembers, in memory and in bounds: the last deliveries, and which events it has
// seen at which path, each path being a receiver of its own.

import type { Delivery } from './delivery.ts'

export interface Past {
  /** How often the event has come before. */
  readonly arrivals: number
  /** Whether it has been taken. */
  readonly isTaken: boolean
}

export interface DeliveryMemory {
  past(path: string, eventId: string | undefined): Past
  keep(delivery: Delivery, isTaken: boolean): void
  /** Newest first. */
  latest(): readonly Delivery[]
}

const deliveriesMax = 50
/** Repeats come for hours; a machine for trying things out sees far fewer events in that time. */
const eventsMax = 10_000

const unseen: Past = { arrivals: 0, isTaken: false }

export function openMemory(): DeliveryMemory {
  const latest: Delivery[] = []
  const seen = new Map<string, Past>()

  function past(path: string, eventId: string | undefined): Past {
    return (eventId !== undefined && seen.get(`${path} ${eventId}`)) || unseen
  }

  function note({ path, event }: Delivery, isTaken: boolean): void {
    if (event === undefined) return
    const { arrivals, isTaken: wasTaken } = past(path, event.id)
    const key = `${path} ${event.id}`
    // Set anew it is the youngest: what is forgotten is what has not come for longest.
    seen.delete(key)
    seen.set(key, { arrivals: arrivals + 1, isTaken: wasTaken || isTaken })
    const [oldest] = seen.keys()
    if (seen.size > eventsMax && oldest !== undefined) seen.delete(oldest)
  }

  return {
    past,
    keep(delivery, isTaken) {
      note(delivery, isTaken)
      latest.push(delivery)
      if (latest.length > deliveriesMax) latest.shift()
    },
    latest: () => latest.toReversed(),
  }
}
