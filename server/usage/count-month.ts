// Counts days of one month from their events and compares their sums, then the month's: the work of a
// recount. Every day commits on its own, so that a recount goes on where it was cut off.

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { AuditOrigin } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import { type Db, inTransaction, type Reader, type Trx } from '../db/transaction.ts'
import { toIso } from '../kernel/clock.ts'
import { compareTallies, type Difference, type KeptSum, Tallies } from './recount.ts'
import {
  hasDifferences,
  listSums,
  replaceDifferences,
  replaceSums,
  setCountedTo,
  sumEventsWithin,
} from './recount-store.ts'
import { type Period, type Span, startOf, startOfNext, startsWithin } from './span.ts'
import { markChecked } from './turn-store.ts'

export interface CountNeeds extends AuditNeeds {
  readonly db: Db
}

/** Added up between two turns of the loop; a part of an hour. */
const summedAtOnceMs = 5 * 60 * 1000

export interface MonthRun {
  /** Its first instant. */
  readonly month: number
  /** Days from here on are not over. */
  readonly until: number
  /** Whether no day between the mark and what this run counts is left out, so that the mark may move. */
  readonly isUnbroken: boolean
  readonly repairFor: AuditOrigin | undefined
}

/**
 * Counts these days of the month; where one differs, or the month does from the sums of its days, all of
 * its days: a month is told true or false by what was read from events in the same run.
 */
export async function countMonth(
  needs: CountNeeds,
  run: MonthRun,
  days: readonly number[],
): Promise<readonly Difference[]> {
  const { month, until, repairFor } = run
  const period = { from: month, to: startOfNext('month', month) }
  const all = startsWithin('day', { from: month, to: Math.min(period.to, until) })
  const counted = new Tallies()
  const found: Difference[] = []
  const count = async (some: readonly number[]) => {
    for (const day of some) found.push(...(await countDay(needs, run, day, counted)))
  }
  await count(days)
  const { reader } = needs.db
  const isDoubtful =
    repairFor !== undefined ||
    found.length > 0 ||
    (await hasDifferences(reader, period)) ||
    (await compareMonth(reader, period, days, counted)).differences.length > 0
  const counts = new Set(days)
  if (isDoubtful) await count(all.filter((day) => !counts.has(day)))
  return [...found, ...(await concludeMonth(needs, run, isDoubtful ? all : days, counted))]
}

/** Hours and days, from the events, which are added to what their month comes to. */
async function countDay(
  needs: CountNeeds,
  { isUnbroken, repairFor }: MonthRun,
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
    const nowMs = clock.now()
    await replaceDifferences(trx, spans, day, { differences: repairFor ? [] : found, nowMs })
    await markChecked(trx, day.from, nowMs)
    if (isUnbroken) await setCountedTo(trx, day.to, nowMs)
  })
  return found
}

/** In a transaction, so that nothing is added to today's sums meanwhile. */
function concludeMonth(
  needs: CountNeeds,
  { month, repairFor }: MonthRun,
  days: readonly number[],
  ofDays: Tallies,
): Promise<readonly Difference[]> {
  const { db, clock } = needs
  const period = { from: month, to: startOfNext('month', month) }
  return inTransaction(db, async (trx) => {
    const { counted, differences } = await compareMonth(trx, period, days, ofDays)
    if (repairFor && differences.length > 0) {
      await replaceSums(trx, ['month'], period, counted.all())
      await recordRepair(needs, trx, repairFor, { from: month, found: differences })
    }
    const left = repairFor ? [] : differences
    await replaceDifferences(trx, ['month'], period, { differences: left, nowMs: clock.now() })
    return differences
  })
}

/** From the days that were counted and the sums of those that were not, among them today's. */
async function compareMonth(db: Reader, month: Period, days: readonly number[], ofDays: Tallies) {
  const sums = await listSums(db, ['day', 'month'], month)
  const counts = new Set(days)
  const counted = tallied(ofDays.all())
  addDays(
    counted,
    sums.filter(({ startsAt }) => !counts.has(startsAt)),
  )
  const summed = tallied(sums.filter(({ span }) => span === 'month'))
  return { counted, differences: compareTallies(counted, summed) }
}

/** Adds the sums of whole days to those of their month. */
function addDays(ofMonth: Tallies, sums: readonly KeptSum[]): void {
  for (const sum of sums) {
    if (sum.span !== 'day') continue
    ofMonth.add({ ...sum, span: 'month', startsAt: startOf('month', sum.startsAt) })
  }
}

async function recordRepair(
  needs: CountNeeds,
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
