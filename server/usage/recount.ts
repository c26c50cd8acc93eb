// Compares counters that were counted again from events with the stored ones. Pure.

import type { Environment } from '../kernel/environment.ts'
import type { Span } from './span.ts'
import type { UsageType } from './usage.ts'

/** One counter: the span, key and type that it counts, and its value. */
export interface StoredCounter {
  readonly span: Span
  readonly startsAt: number
  readonly environment: Environment
  readonly apiKeyId: string
  readonly type: UsageType
  readonly billable: boolean
  readonly events: number
  readonly quantity: number
}

/** A counter whose stored value differs from the total of its events. */
export interface Difference extends Omit<StoredCounter, 'events' | 'quantity'> {
  /** Counted from the events. */
  readonly counted: Counts
  /** Value of the stored counter. */
  readonly summed: Counts
}

/** Days; those that a difference adds are not included. */
export interface RecountProgress {
  readonly counted: number
  readonly total: number
}

interface Counts {
  readonly events: number
  readonly quantity: number
}

const nothing: Counts = { events: 0, quantity: 0 }

/** Counters by span, start, environment, key, type and billing; adding one twice adds its values up. */
export class CounterSet {
  readonly #counters = new Map<string, StoredCounter>()

  add(counter: StoredCounter): void {
    const name = nameOf(counter)
    const { events, quantity } = this.#counters.get(name) ?? nothing
    const added = { events: events + counter.events, quantity: quantity + counter.quantity }
    this.#counters.set(name, { ...counter, ...added })
  }

  get(counter: StoredCounter): Counts {
    return this.#counters.get(nameOf(counter)) ?? nothing
  }

  all(): readonly StoredCounter[] {
    return [...this.#counters.values()]
  }
}

/** Returns the counters that differ. A counter missing on one side has the value 0 there. */
export function compareCounters(counted: CounterSet, stored: CounterSet): readonly Difference[] {
  const onlyStored = stored.all().filter((counter) => counted.get(counter) === nothing)
  return [...counted.all(), ...onlyStored].flatMap((counter) => {
    const { events: _events, quantity: _quantity, ...key } = counter
    const expected = counts(counted.get(counter))
    const actual = counts(stored.get(counter))
    const agree = expected.events === actual.events && expected.quantity === actual.quantity
    return agree ? [] : [{ ...key, counted: expected, summed: actual }]
  })
}

function counts({ events, quantity }: Counts): Counts {
  return { events, quantity }
}

function nameOf({ span, startsAt, environment, apiKeyId, type, billable }: StoredCounter): string {
  return [span, startsAt, environment, apiKeyId, type, billable].join(' ')
}
