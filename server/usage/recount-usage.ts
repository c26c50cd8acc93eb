// The recount: counts the events of past days again and logs an error where the stored counters differ.
// The events are the truth; counters only save reading them. Each night takes yesterday, an operator any days.

import type { AuditOrigin } from '../audit/audit.ts'
import { recordAccess } from '../audit/record-access.ts'
import { toIso, toIsoDate } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { type CountNeeds, countMonth } from './count-month.ts'
import type { Difference, RecountProgress } from './recount.ts'
import { findFirstUsageAt, listDifferingMonths } from './recount-store.ts'
import { countDifferences, findCountedTo, listDifferences } from './recount-view.ts'
import { settledAfterMs, startOf, startOfNext, startsWithin } from './span.ts'

interface RecountNeeds extends CountNeeds {
  readonly log: Log
}

const differencesLoggedMax = 20

interface RecountRequest {
  /** Recounts from the day of this instant on. Default: from the first day that was not recounted yet. */
  readonly from?: number | undefined
  /** Recounts no day that starts at this instant or later. Default: to the end of yesterday. */
  readonly to?: number | undefined
  /** Who asked for it, for the audit log; undefined for the product itself. */
  readonly by?: AuditOrigin | undefined
  /** Replaces differing counters by what the events say. Needs `by`. */
  readonly repairs?: boolean
  readonly onProgress?: ((progress: RecountProgress) => void) | undefined
}

/**
 * Recounts the requested days. Without `to` it also recounts every month with known differences. A repair recounts
 * whole months. A recount that someone asked for is in the audit log. Resolves with the number of counters that
 * differed.
 */
export async function recountUsage(
  needs: RecountNeeds,
  { from: asked, to, by, repairs = false, onProgress }: RecountRequest = {},
): Promise<number> {
  const range = await findRecountRange(needs)
  if (range === undefined) return 0
  const { first, until, uncounted } = range
  const earliest = Math.min(Math.max(asked ?? uncounted, startOf('month', first)), until - 1)
  const days = [
    ...startsWithin('day', { from: earliest, to: Math.min(to ?? until, until) }),
    ...(to === undefined ? await daysOfDifferingMonths(needs, until) : []),
  ]
  const repairFor = repairs ? by : undefined
  const differences = await countDays(needs, days, { ...range, repairFor, onProgress })
  logDifferences(needs.log, differences.length, differences)
  if (by !== undefined) await recordRecount(needs, by, days, differences.length)
  return differences.length
}

/**
 * The nightly run: recounts yesterday, and earlier days only if no night has recounted them. Differences of earlier
 * nights that are not repaired are logged again. Resolves with the number of counters known to differ.
 */
export async function recountByNight(needs: RecountNeeds): Promise<number> {
  const { db, log } = needs
  const range = await findRecountRange(needs)
  if (range === undefined) return 0
  const days = startsWithin('day', { from: range.uncounted, to: range.until })
  await countDays(needs, days, { ...range, repairFor: undefined })
  const count = await countDifferences(db.reader)
  logDifferences(log, count, await listDifferences(db.reader, differencesLoggedMax))
  return count
}

interface RecountRange {
  /** Time of the first usage event. */
  readonly first: number
  /** First instant of the first day not to recount: today, or yesterday just after midnight. */
  readonly until: number
  /** First instant of the first day that was never recounted. */
  readonly uncounted: number
}

async function findRecountRange({ db, clock }: RecountNeeds): Promise<RecountRange | undefined> {
  const first = await findFirstUsageAt(db.reader)
  if (first === undefined) return undefined
  const uncounted = (await findCountedTo(db.reader)) ?? startOf('day', first)
  return { first, until: startOf('day', clock.now() - settledAfterMs), uncounted }
}

async function daysOfDifferingMonths({ db }: RecountNeeds, until: number) {
  const months = await listDifferingMonths(db.reader)
  return months.flatMap((from) =>
    startsWithin('day', { from, to: Math.min(startOfNext('month', from), until) }),
  )
}

/** Recounts each of these days once, month by month in order. */
async function countDays(
  needs: RecountNeeds,
  requested: readonly number[],
  run: RecountRange &
    Pick<RecountRequest, 'onProgress'> & { readonly repairFor: AuditOrigin | undefined },
): Promise<readonly Difference[]> {
  const days = new Set(requested.toSorted((one, other) => one - other))
  const uncounted = startsWithin('day', { from: run.uncounted, to: run.until })
  const isUnbroken = uncounted.every((day) => days.has(day))
  const differences: Difference[] = []
  let counted = 0
  run.onProgress?.({ counted, total: days.size })
  for (const [month, ofMonth] of Map.groupBy(days, (day) => startOf('month', day))) {
    const onDay = () => {
      counted += 1
      run.onProgress?.({ counted, total: days.size })
    }
    differences.push(...(await countMonth(needs, { ...run, isUnbroken, month, onDay }, ofMonth)))
  }
  return differences
}

async function recordRecount(
  needs: RecountNeeds,
  by: AuditOrigin,
  days: readonly number[],
  count: number,
): Promise<void> {
  if (days.length === 0) return
  const [first, last] = [Math.min(...days), Math.max(...days)].map(toIsoDate)
  const id = first === last ? `${first}` : `${first}..${last}`
  const entry = { action: 'usage.recounted', subject: { kind: 'usage', id } } as const
  await recordAccess(needs, by, { ...entry, details: { count } })
}

type LoggedDifference = Pick<Difference, 'span' | 'startsAt' | 'environment' | 'apiKeyId' | 'type'>

function logDifferences(log: Log, count: number, differences: readonly LoggedDifference[]): void {
  if (count === 0) return
  log.error('usage_counters_differ', { count })
  for (const { span, startsAt, environment, apiKeyId, type } of differences.slice(
    0,
    differencesLoggedMax,
  )) {
    const reason = `${span} ${toIso(startsAt)}`
    log.error('usage_counter_difference', { environment, api_key_id: apiKeyId, code: type, reason })
  }
}
