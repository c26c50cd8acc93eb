// Rows of the recount: its progress, and the counters that differ from their events.

import type { UsageCounterTable } from './usage-counter-table.ts'

/** The one row of `usage_recount`. */
export interface UsageRecountTable {
  only: number
  /** Everything before this instant has been recounted; the first instant of a day, UTC. */
  counted_to: number
  finished_at: number
}

/** Row of `usage_differences`; deleted once a recount of its span finds no difference. */
export interface UsageDifferenceTable extends Omit<UsageCounterTable, 'events' | 'quantity'> {
  /** Counted from the events. */
  counted_events: number
  counted_quantity: number
  /** Value of the stored counter. */
  summed_events: number
  summed_quantity: number
  noticed_at: number
}
