// Adds events up anew and compares the result with the sums that were kept as they came. Pure.

import type { Environment } from '../keys/key.ts'
import type { Span } from './span.ts'
import type { UsageType } from './usage.ts'

/** One sum: what it is of, and what it says. */
export interface KeptSum {
  readonly span: Span
  readonly startsAt: number
  readonly environment: Environment
  readonly apiKeyId: string
  readonly type: UsageType
  readonly billable: boolean
  readonly events: number
  readonly quantity: number
}

export interface Difference extends Omit<KeptSum, 'events' | 'quantity'> {
  readonly counted: Tally
  readonly summed: Tally
}

export interface Tally {
  readonly events: number
  readonly quantity: number
}

const nothing: Tally = { events: 0, quantity: 0 }

/** Sums by what they are of. */
export class Tallies {
  readonly #sums = new Map<string, KeptSum>()

  add(sum: KeptSum): void {
    const name = nameOf(sum)
    const { events, quantity } = this.#sums.get(name) ?? nothing
    const added = { events: events + sum.events, quantity: quantity + sum.quantity }
    this.#sums.set(name, { ...sum, ...added })
  }

  get(of: KeptSum): Tally {
    return this.#sums.get(nameOf(of)) ?? nothing
  }

  all(): readonly KeptSum[] {
    return [...this.#sums.values()]
  }
}

/** Where the two do not say the same; a sum that is there on one side only says 0 on the other. */
export function compareTallies(counted: Tallies, summed: Tallies): readonly Difference[] {
  const onlySummed = summed.all().filter((sum) => counted.get(sum) === nothing)
  return [...counted.all(), ...onlySummed].flatMap((sum) => {
    const { events: _events, quantity: _quantity, ...of } = sum
    const is = tally(counted.get(sum))
    const says = tally(summed.get(sum))
    const agree = is.events === says.events && is.quantity === says.quantity
    return agree ? [] : [{ ...of, counted: is, summed: says }]
  })
}

function tally({ events, quantity }: Tally): Tally {
  return { events, quantity }
}

function nameOf({ span, startsAt, environment, apiKeyId, type, billable }: KeptSum): string {
  return [span, startsAt, environment, apiKeyId, type, billable].join(' ')
}
