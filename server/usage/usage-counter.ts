// Stored totals of usage, and what chooses among them.

import type { UsageFilter, UsageType } from './usage.ts'

export type CounterGrouping = 'time' | 'api_key' | 'type'

/** Totals of a group of events. */
export interface CounterRow {
  /** Start of the span; only when grouped by time. */
  readonly startsAt: number | undefined
  /** Only when grouped by API key. */
  readonly apiKeyId: string | undefined
  readonly type: UsageType
  readonly isBillable: boolean
  readonly events: number
  readonly quantity: number
}

/** A filter without its period, which the ranges give. */
export type CounterFilter = Omit<UsageFilter, 'from' | 'to'>
