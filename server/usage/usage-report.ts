// What usage comes to: over a filter, and in groups. Reads a bounded number of sums, however many events
// there are and however long the time.

import type { Reader } from '../db/transaction.ts'
import { cutIntoPieces, type Period, type Piece, type Span } from './span.ts'
import { type SumBy, type SumFilter, type SumRow, sumUsage } from './sum-store.ts'
import {
  type Grouping,
  groupUsage,
  sumByOf,
  totalsOf,
  type UsageGroup,
  type UsageTotals,
} from './summarise.ts'
import type { UsageFilter } from './usage-store.ts'

/** Later than any event: months start no later than here. */
const endOfTime = Date.UTC(9999, 0)

/**
 * What everything that matches comes to. Sums know no verifications: with that filter the events
 * themselves are added up, all of them of that one verification.
 */
export async function readTotals(db: Reader, filter: UsageFilter): Promise<UsageTotals> {
  const { from = 0, to = endOfTime, ...rest } = filter
  const period = { from, to: Math.min(to, endOfTime) }
  const pieces: readonly Piece[] =
    filter.verificationId === undefined
      ? cutIntoPieces(period, 'month')
      : [{ ...period, readFrom: 'events' }]
  return totalsOf(await readPieces(db, rest, pieces, 'type'))
}

export interface SummaryRequest {
  readonly filter: Omit<SumFilter, 'verificationId'>
  readonly grouping: Grouping
  readonly period: Period
}

export interface UsageSummary extends SummaryRequest {
  readonly groups: readonly UsageGroup[]
  readonly totals: UsageTotals
}

export async function readSummary(db: Reader, asked: SummaryRequest): Promise<UsageSummary> {
  const { filter, grouping, period } = asked
  const longest: Span = grouping === 'day' ? 'day' : 'month'
  const pieces = cutIntoPieces(period, longest)
  const rows = await readPieces(db, filter, pieces, sumByOf(grouping))
  return { ...asked, groups: groupUsage(rows, grouping, period), totals: totalsOf(rows) }
}

async function readPieces(
  db: Reader,
  filter: SumFilter,
  pieces: readonly Piece[],
  by: SumBy,
): Promise<readonly SumRow[]> {
  const rows: SumRow[] = []
  for (const piece of pieces) rows.push(...(await sumUsage(db, filter, piece, by)))
  return rows
}
