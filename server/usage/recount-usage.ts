// The recount: adds the events of days that are over up anew, and raises an alarm where the sums say
// something else. The events are the truth; the sums only save reading them. By night it takes the days
// that are new, and in turn those that were counted longest ago.

import type { AuditOrigin } from '../audit/audit.ts'
import { toIso } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { type CountNeeds, countMonth } from './count-month.ts'
import type { Difference } from './recount.ts'
import {
  countDifferences,
  findCountedTo,
  findFirstUsageAt,
  listDifferences,
  listDifferingMonths,
} from './recount-store.ts'
import { daysOfNight, takeTurn } from './recount-turn.ts'
import { settledAfterMs, startOf, startOfNext, startsWithin } from './span.ts'
import { countCheckedDays, listWaitingDays } from './turn-store.ts'

export interface RecountNeeds extends CountNeeds {
  readonly log: Log
}

const differencesLoggedMax = 20

export interface RecountRequest {
  /** Goes back to the day of this instant, however far the recount has come. */
  readonly from?: number | undefined
  /** Who has what the events come to put in the place of sums that say something else. */
  readonly repairFor?: AuditOrigin | undefined
}

/**
 * Recounts yesterday, every day before it that was not recounted yet, and the months in which anything
 * differed before. To repair, it takes whole months. Resolves with how many sums differed.
 */
export async function recountUsage(
  needs: RecountNeeds,
  { from: asked, repairFor }: RecountRequest = {},
): Promise<number> {
  const reach = await findReach(needs)
  if (reach === undefined) return 0
  const { first, until, uncounted } = reach
  const start = Math.max(asked ?? uncounted, startOf('month', first))
  const earliest = Math.min(repairFor ? Math.min(start, uncounted) : start, until - 1)
  const days = [
    ...startsWithin('day', { from: startOf(repairFor ? 'month' : 'day', earliest), to: until }),
    ...(await daysOfDifferingMonths(needs, until)),
  ]
  const found = await countDays(needs, days, { ...reach, repairFor })
  report(needs.log, found.length, found)
  return found.length
}

/**
 * One night: the days that are new, then those whose turn it is. What was found in earlier nights and not
 * put right is told again. Resolves with how many sums are known to differ.
 */
export async function recountByNight(needs: RecountNeeds): Promise<number> {
  const { db, log } = needs
  const reach = await findReach(needs)
  if (reach === undefined) return 0
  const { until, uncounted } = reach
  const share = daysOfNight(await countCheckedDays(db.reader, uncounted))
  const turn = takeTurn(await listWaitingDays(db.reader, uncounted, share))
  const fresh = startsWithin('day', { from: uncounted, to: until })
  await countDays(needs, [...turn, ...fresh], { ...reach, repairFor: undefined })
  const count = await countDifferences(db.reader)
  report(log, count, await listDifferences(db.reader, differencesLoggedMax))
  return count
}

interface Reach {
  /** When the first thing was metered. */
  readonly first: number
  /** Not included; today, or yesterday just after midnight. */
  readonly until: number
  /** How far earlier runs came; a day. */
  readonly uncounted: number
}

async function findReach({ db, clock }: RecountNeeds): Promise<Reach | undefined> {
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

/** Month by month, in order, each day once. */
async function countDays(
  needs: RecountNeeds,
  asked: readonly number[],
  run: Reach & { readonly repairFor: AuditOrigin | undefined },
): Promise<readonly Difference[]> {
  const days = new Set(asked.toSorted((one, other) => one - other))
  const uncounted = startsWithin('day', { from: run.uncounted, to: run.until })
  const isUnbroken = uncounted.every((day) => days.has(day))
  const found: Difference[] = []
  for (const [month, ofMonth] of Map.groupBy(days, (day) => startOf('month', day))) {
    found.push(...(await countMonth(needs, { ...run, isUnbroken, month }, ofMonth)))
  }
  return found
}

type Told = Pick<Difference, 'span' | 'startsAt' | 'environment' | 'apiKeyId' | 'type'>

function report(log: Log, count: number, differences: readonly Told[]): void {
  if (count === 0) return
  log.error('usage_sums_differ', { count })
  for (const { span, startsAt, environment, apiKeyId, type } of differences.slice(
    0,
    differencesLoggedMax,
  )) {
    const reason = `${span} ${toIso(startsAt)}`
    log.error('usage_sum_differs', { environment, api_key_id: apiKeyId, code: type, reason })
  }
}
