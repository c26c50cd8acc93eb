// Computes usage totals and grouped summaries. Reads a bounded number of counters, however many events
// there are and however long the period is.

import type { Readers } from '../db/transaction.ts'
import { type ReadRange, type Span, splitIntoRanges } from './span.ts'
import {
  counterGroupingOf,
  groupUsage,
  type SummaryRequest,
  totalsOf,
  type UsageSummary,
  type UsageTotals,
} from './summarise.ts'
import type { UsageFilter } from './usage.ts'
import type { CounterFilter, CounterGrouping, CounterRow } from './usage-counter.ts'
import { readCounters } from './usage-counter-store.ts'

/** Later than any event; no month starts after it. */
const endOfTime = Date.UTC(9999, 0)

/**
 * Returns the totals of all matching events. Counters do not know verifications: with a verification id
 * the events themselves are added up.
 */
export async function readTotals(db: Readers, filter: UsageFilter): Promise<UsageTotals> {
  const { from = 0, to = endOfTime, ...rest } = filter
  const period = { from, to: Math.min(to, endOfTime) }
  const ranges: readonly ReadRange[] =
    filter.verificationId === undefined
      ? splitIntoRanges(period, 'month')
      : [{ ...period, readFrom: 'events' }]
  return totalsOf(await readRanges(db, rest, ranges, 'type'))
}

export async function readSummary(db: Readers, asked: SummaryRequest): Promise<UsageSummary> {
  const { filter, grouping, period } = asked
  const longest: Span = grouping === 'day' ? 'day' : 'month'
  const ranges = splitIntoRanges(period, longest)
  const rows = await readRanges(db, filter, ranges, counterGroupingOf(grouping))
  return { ...asked, groups: groupUsage(rows, grouping, period), totals: totalsOf(rows) }
}

async function readRanges(
  { reader, longReader }: Readers,
  filter: CounterFilter,
  ranges: readonly ReadRange[],
  by: CounterGrouping,
): Promise<readonly CounterRow[]> {
  const rows: CounterRow[] = []
  for (const range of ranges) {
    // An hour or a verification may have any number of events.
    const db = range.readFrom === 'events' ? longReader : reader
    rows.push(...(await readCounters(db, filter, range, by)))
  }
  return rows
}
