// The nightly recount: adds every event of the days that are over up anew, and raises an alarm where the
// sums say something else. The events are the truth; the sums only save reading them.

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { AuditOrigin } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import { type Db, inTransaction, type Reader, type Trx } from '../db/transaction.ts'
import { toIso } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { compareTallies, type Difference, type KeptSum, Tallies } from './recount.ts'
import {
  findCountedTo,
  findFirstDifferenceAt,
  findFirstUsageAt,
  listSums,
  replaceDifferences,
  replaceSums,
  setCountedTo,
  sumEventsWithin,
} from './recount-store.ts'
import { type Period, type Span, settledAfterMs, startOf, startOfNext } from './span.ts'

export interface RecountNeeds extends AuditNeeds {
  readonly db: Db
  readonly log: Log
}

/** Added up between two turns of the loop; a part of an hour. */
const summedAtOnceMs = 5 * 60 * 1000
const differencesLoggedMax = 20

export interface RecountRequest {
  /** Goes back to the day of this instant, however far the recount has come. */
  readonly from?: number | undefined
  /** Who has what the events come to put in the place of sums that say something else. */
  readonly repairFor?: AuditOrigin | undefined
}

/**
 * Recounts yesterday, and every day before it that was not recounted yet, with the months they are in.
 * To repair, or where anything differs, it begins with the first of the month: a month is told true or false by
 * what was read from events in the same run. Resolves with how many sums differed.
 */
export async function recountUsage(
  needs: RecountNeeds,
  { from: asked, repairFor }: RecountRequest = {},
): Promise<number> {
  const { db, clock } = needs
  const until = startOf('day', clock.now() - settledAfterMs)
  const first = await findFirstUsageAt(db.reader)
  if (first === undefined) return 0
  const uncounted = (await findCountedTo(db.reader)) ?? startOf('day', first)
  const differing = await findFirstDifferenceAt(db.reader)
  const start = Math.min(Math.max(asked ?? uncounted, startOf('month', first)), until - 1)
  const run = { until, uncounted, repairFor }
  const isWhole = repairFor !== undefined || differing !== undefined
  const earliest = isWhole ? Math.min(start, uncounted, differing ?? uncounted) : start
  const from = startOf(isWhole ? 'month' : 'day', earliest)
  let found = await recountFrom(needs, { ...run, from })
  const wholeFrom = startOf('month', from)
  if (found.length > 0 && wholeFrom < from) {
    found = await recountFrom(needs, { ...run, from: wholeFrom })
  }
  report(needs.log, found)
  return found.length
}

interface Run {
  readonly from: number
  /** Not included; today, or yesterday just after midnight. */
  readonly until: number
  /** How far earlier runs came. */
  readonly uncounted: number
  readonly repairFor: AuditOrigin | undefined
}

async function recountFrom(needs: RecountNeeds, run: Run): Promise<readonly Difference[]> {
  const { from, until } = run
  const found: Difference[] = []
  for (let month = startOf('month', from); month < until; month = startOfNext('month', month)) {
    const period = { from: month, to: startOfNext('month', month) }
    const counted = new Tallies()
    const end = Math.min(period.to, until)
    for (let day = Math.max(month, from); day < end; day = startOfNext('day', day)) {
      found.push(...(await recountDay(needs, run, day, counted)))
    }
    found.push(...(await recountMonth(needs, run, period, counted)))
  }
  return found
}

/** Hours and days, from the events, which are added to what their month comes to. */
async function recountDay(
  needs: RecountNeeds,
  { from, uncounted, repairFor }: Run,
  start: number,
  ofMonth: Tallies,
): Promise<readonly Difference[]> {
  const { db, clock } = needs
  const day = { from: start, to: startOfNext('day', start) }
  const spans: readonly Span[] = ['hour', 'day']
  const counted = await countEvents(db.reader, day)
  addDays(ofMonth, counted.all())
  const found = compareTallies(counted, tallied(await listSums(db.reader, spans, day)))
  await inTransaction(db, async (trx) => {
    if (repairFor && found.length > 0) {
      await replaceSums(trx, spans, day, counted.all())
      await recordRepair(needs, trx, repairFor, { from: day.from, found })
    }
    const differences = repairFor ? [] : found
    await replaceDifferences(trx, spans, day, { differences, nowMs: clock.now() })
    // A run that began later has left days out.
    if (from <= uncounted) await setCountedTo(trx, day.to, clock.now())
  })
  return found
}

/**
 * A month, from the days that were counted and the sums of those that were not: today's, to which nothing is
 * added meanwhile, and in a run that begins later those before it.
 */
function recountMonth(
  needs: RecountNeeds,
  { from, until, repairFor }: Run,
  month: Period,
  ofDays: Tallies,
): Promise<readonly Difference[]> {
  const { db, clock } = needs
  return inTransaction(db, async (trx) => {
    const days = await listSums(trx, ['day'], month)
    const counted = tallied(ofDays.all())
    addDays(
      counted,
      days.filter(({ startsAt }) => startsAt < from || startsAt >= until),
    )
    const found = compareTallies(counted, tallied(await listSums(trx, ['month'], month)))
    if (repairFor && found.length > 0) {
      await replaceSums(trx, ['month'], month, counted.all())
      await recordRepair(needs, trx, repairFor, { from: month.from, found })
    }
    const differences = repairFor ? [] : found
    await replaceDifferences(trx, ['month'], month, { differences, nowMs: clock.now() })
    return found
  })
}

/** Adds the sums of whole days to those of their month. */
function addDays(ofMonth: Tallies, sums: readonly KeptSum[]): void {
  for (const sum of sums) {
    if (sum.span !== 'day') continue
    ofMonth.add({ ...sum, span: 'month', startsAt: startOf('month', sum.startsAt) })
  }
}

async function recordRepair(
  needs: RecountNeeds,
  trx: Trx,
  by: AuditOrigin,
  { from, found }: { readonly from: number; readonly found: readonly Difference[] },
): Promise<void> {
  await recordAudit(needs, trx, {
    by,
    action: 'usage.repaired',
    subject: { kind: 'usage', id: toIso(from).slice(0, 10) },
    details: { count: found.length },
  })
}

/** What the events of a day come to, hour by hour and as a whole. Lets others go on in between. */
async function countEvents(db: Reader, day: Period): Promise<Tallies> {
  const counted = new Tallies()
  for (let from = day.from; from < day.to; from += summedAtOnceMs) {
    for (const sum of await sumEventsWithin(db, { from, to: from + summedAtOnceMs })) {
      counted.add(sum)
      counted.add({ ...sum, span: 'day', startsAt: day.from })
    }
    await turnOfTheLoop()
  }
  return counted
}

function tallied(sums: readonly KeptSum[]): Tallies {
  const tallies = new Tallies()
  for (const sum of sums) tallies.add(sum)
  return tallies
}

function report(log: Log, differences: readonly Difference[]): void {
  if (differences.length === 0) return
  log.error('usage_sums_differ', { count: differences.length })
  for (const { span, startsAt, environment, apiKeyId, type } of differences.slice(
    0,
    differencesLoggedMax,
  )) {
    const reason = `${span} ${toIso(startsAt)}`
    log.error('usage_sum_differs', { environment, api_key_id: apiKeyId, code: type, reason })
  }
}
