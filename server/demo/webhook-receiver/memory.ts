// The receiver's bounded memory: the last deliveries, and which events arrived at which path,
// because each path is a receiver of its own.

import type { RecordedDelivery } from './delivery.ts'

interface Past {
  /** How often the event has arrived before. */
  readonly arrivals: number
  /** Whether it has been accepted. */
  readonly isAccepted: boolean
}

export interface DeliveryMemory {
  past(path: string, eventId: string | undefined): Past
  keep(delivery: RecordedDelivery, isAccepted: boolean): void
  /** Newest first. */
  latest(): readonly RecordedDelivery[]
}

const deliveriesMax = 50
/**
 * Events remembered at most: repeats come for hours, but a test machine sees far fewer events in
 * that time.
 */
const eventsMax = 10_000

const unseen: Past = { arrivals: 0, isAccepted: false }

export function openMemory(): DeliveryMemory {
  const latest: RecordedDelivery[] = []
  const seen = new Map<string, Past>()

  function past(path: string, eventId: string | undefined): Past {
    return (eventId !== undefined && seen.get(`${path} ${eventId}`)) || unseen
  }

  function note({ path, event }: RecordedDelivery, isAccepted: boolean): void {
    if (event === undefined) return
    const { arrivals, isAccepted: wasAccepted } = past(path, event.id)
    const key = `${path} ${event.id}`
    // Inserted again so that it is the newest; the event that has not arrived for longest is
    // dropped.
    seen.delete(key)
    seen.set(key, { arrivals: arrivals + 1, isAccepted: wasAccepted || isAccepted })
    const [oldest] = seen.keys()
    if (seen.size > eventsMax && oldest !== undefined) seen.delete(oldest)
  }

  return {
    past,
    keep(delivery, isAccepted) {
      note(delivery, isAccepted)
      latest.push(delivery)
      if (latest.length > deliveriesMax) latest.shift()
    },
    latest: () => latest.toReversed(),
  }
}
