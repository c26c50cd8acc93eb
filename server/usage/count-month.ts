// The work of a recount: counts the events of each day of a month again and compares the results with the
// stored counters. Each day commits separately, so an interrupted recount continues where it stopped.

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { AuditOrigin } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import { type Db, inOwnCommit, inTransaction, type Reader, type Trx } from '../db/transaction.ts'
import { toIsoDate } from '../kernel/clock.ts'
import { CounterSet, compareCounters, type Difference, type StoredCounter } from './recount.ts'
import {
  countEventsWithin,
  findNextUsageAt,
  hasDifferences,
  listCounters,
  replaceCounters,
  replaceDifferences,
  setCountedTo,
} from './recount-store.ts'
import { type Period, type Span, startOf, startOfNext, startsWithin } from './span.ts'

export interface CountNeeds extends AuditNeeds {
  readonly db: Db
}

/** Events of this much time are counted before the event loop gets a turn; divides an hour. */
const countedAtOnceMs = 5 * 60 * 1000

interface MonthRun {
  /** The month's first instant. */
  readonly month: number
  /** Days that start at this instant or later are not over yet. */
  readonly until: number
  /** Whether this run counts every day since `counted_to`, so that `counted_to` may move forward. */
  readonly isUnbroken: boolean
  /** Who repairs differing counters; undefined to only report them. */
  readonly repairFor: AuditOrigin | undefined
  /** Called after each requested day. */
  readonly onDay: () => void
}

/**
 * Counts these days of the month. If one differs, or the month's counters differ from those of its days,
 * counts every day of the month, so that the month is judged by events read in the same run.
 * @returns every difference found, repaired ones included
 */
export async function countMonth(
  needs: CountNeeds,
  run: MonthRun,
  days: readonly number[],
): Promise<readonly Difference[]> {
  const { month, until, repairFor } = run
  const period = { from: month, to: startOfNext('month', month) }
  const all = startsWithin('day', { from: month, to: Math.min(period.to, until) })
  const counted = new CounterSet()
  const differences: Difference[] = []
  const count = async (some: readonly number[], onDay = () => {}) => {
    for (const day of some) {
      differences.push(...(await countDay(needs, run, day, counted)))
      onDay()
    }
  }
  await count(days, run.onDay)
  const { reader } = needs.db
  const isDoubtful =
    repairFor !== undefined ||
    differences.length > 0 ||
    (await hasDifferences(reader, period)) ||
    (await compareMonth(reader, period, days, counted)).differences.length > 0
  const counts = new Set(days)
  if (isDoubtful) await count(all.filter((day) => !counts.has(day)))
  return [...differences, ...(await checkMonth(needs, run, isDoubtful ? all : days, counted))]
}

/** Checks the hour and day counters of one day against its events; adds the day to `ofMonth`. */
async function countDay(
  needs: CountNeeds,
  { isUnbroken, repairFor }: MonthRun,
  start: number,
  ofMonth: CounterSet,
): Promise<readonly Difference[]> {
  const { db, clock } = needs
  const day = { from: start, to: startOfNext('day', start) }
  const spans: readonly Span[] = ['hour', 'day']
  const counted = await countEvents(db.longReader, day)
  addDays(ofMonth, counted.all())
  const stored = toCounterSet(await listCounters(db.reader, spans, day))
  const differences = compareCounters(counted, stored)
  await inTransaction(db, async (trx) => {
    if (repairFor && differences.length > 0) {
      await replaceCounters(trx, spans, day, counted.all())
      await recordRepair(needs, trx, repairFor, { from: day.from, count: differences.length })
    }
    const nowMs = clock.now()
    await replaceDifferences(trx, spans, day, { differences: repairFor ? [] : differences, nowMs })
    if (isUnbroken) await setCountedTo(trx, day.to, nowMs)
  })
  return differences
}

/**
 * Checks the month's counters, in a transaction so that today's counters do not change meanwhile. It commits alone:
 * the additions of other transactions of its commit would not be written yet.
 */
function checkMonth(
  needs: CountNeeds,
  { month, repairFor }: MonthRun,
  days: readonly number[],
  ofDays: CounterSet,
): Promise<readonly Difference[]> {
  const { db, clock } = needs
  const period = { from: month, to: startOfNext('month', month) }
  return inOwnCommit(db, async (trx) => {
    const { counted, differences } = await compareMonth(trx, period, days, ofDays)
    if (repairFor && differences.length > 0) {
      await replaceCounters(trx, ['month'], period, counted.all())
      await recordRepair(needs, trx, repairFor, { from: month, count: differences.length })
    }
    const left = repairFor ? [] : differences
    await replaceDifferences(trx, ['month'], period, { differences: left, nowMs: clock.now() })
    return differences
  })
}

/**
 * Compares the month's counters with its days: the recounted ones, and the stored day counters of the
 * others, among them today's.
 */
async function compareMonth(
  db: Reader,
  month: Period,
  days: readonly number[],
  ofDays: CounterSet,
) {
  const counters = await listCounters(db, ['day', 'month'], month)
  const recounted = new Set(days)
  const counted = toCounterSet(ofDays.all())
  addDays(
    counted,
    counters.filter(({ startsAt }) => !recounted.has(startsAt)),
  )
  const stored = toCounterSet(counters.filter(({ span }) => span === 'month'))
  return { counted, differences: compareCounters(counted, stored) }
}

function addDays(ofMonth: CounterSet, counters: readonly StoredCounter[]): void {
  for (const counter of counters) {
    if (counter.span !== 'day') continue
    ofMonth.add({ ...counter, span: 'month', startsAt: startOf('month', counter.startsAt) })
  }
}

async function recordRepair(
  needs: CountNeeds,
  trx: Trx,
  by: AuditOrigin,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<void> {
  await recordAudit(needs, trx, {
    by,
    action: 'usage.repaired',
    subject: { kind: 'usage', id: toIsoDate(from) },
    details: { count },
  })
}

/** Counts the events of a day, by hour and in total, and yields to the event loop in between. */
async function countEvents(db: Reader, day: Period): Promise<CounterSet> {
  const counted = new CounterSet()
  let from = day.from
  while (from < day.to) {
    const to = from + countedAtOnceMs
    const counters = await countEventsWithin(db, { from, to })
    for (const counter of counters) {
      counted.add(counter)
      counted.add({ ...counter, span: 'day', startsAt: day.from })
    }
    await turnOfTheLoop()
    from = counters.length > 0 ? to : await nextToCount(db, to)
  }
  return counted
}

/** Steps over a time without events, which a quiet day consists of. */
async function nextToCount(db: Reader, from: number): Promise<number> {
  const next = await findNextUsageAt(db, from)
  return next === undefined ? Infinity : Math.floor(next / countedAtOnceMs) * countedAtOnceMs
}

function toCounterSet(counters: readonly StoredCounter[]): CounterSet {
  const set = new CounterSet()
  for (const counter of counters) set.add(counter)
  return set
}
