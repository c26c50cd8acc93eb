// The nightly recount: adds every event of the days that are over up anew, and raises an alarm where the
// sums say something else. The events are the truth; the sums only save reading them.

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { type Db, inTransaction, type Reader } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { toIso } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { compareTallies, type Difference, type KeptSum, Tallies } from './recount.ts'
import {
  findCountedTo,
  findFirstUsageAt,
  listSums,
  replaceDifferences,
  replaceSums,
  setCountedTo,
} from './recount-store.ts'
import { type Period, type Span, startOf, startOfNext } from './span.ts'
import { listUsageOldestFirst } from './usage-store.ts'

export interface RecountNeeds {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
}

/** A day is left alone for so long after its end: what it metered last may not be on disk yet. */
const settledAfterMs = 10 * 60 * 1000
/** Read between two turns of the loop; a millisecond or two. */
const eventsAtOnce = 500
const differencesLoggedMax = 20

export interface RecountRequest {
  /** Goes back to the day of this instant, however far the recount has come. */
  readonly from?: number | undefined
  /** Puts what the events come to in the place of sums that say something else. */
  readonly repair?: boolean
}

/**
 * Recounts yesterday, and every day before it that was not recounted yet, with the months they are in.
 * Resolves with how many sums differed.
 */
export async function recountUsage(
  needs: RecountNeeds,
  { from: asked, repair = false }: RecountRequest = {},
): Promise<number> {
  const { db, clock } = needs
  const until = startOf('day', clock.now() - settledAfterMs)
  const first = await findFirstUsageAt(db.reader)
  if (first === undefined) return 0
  const start = asked === undefined ? ((await findCountedTo(db.reader)) ?? first) : asked
  const from = startOf('day', Math.min(Math.max(start, first), until - 1))
  const found: Difference[] = []
  for (let day = from; day < until; day = startOfNext('day', day)) {
    found.push(...(await recountDay(needs, { from: day, to: startOfNext('day', day) }, repair)))
  }
  for (let month = startOf('month', from); month < until; month = startOfNext('month', month)) {
    const period = { from: month, to: startOfNext('month', month) }
    found.push(...(await recountMonth(needs, period, repair)))
  }
  report(needs.log, found)
  return found.length
}

/** Hours and days, from the events. */
async function recountDay(
  { db, clock }: RecountNeeds,
  day: Period,
  repair: boolean,
): Promise<readonly Difference[]> {
  const spans: readonly Span[] = ['hour', 'day']
  const counted = await countEvents(db.reader, day)
  const found = compareTallies(counted, tallied(await listSums(db.reader, spans, day)))
  await inTransaction(db, async (trx) => {
    if (repair && found.length > 0) await replaceSums(trx, spans, day, counted.all())
    const differences = repair ? [] : found
    await replaceDifferences(trx, spans, day, { differences, nowMs: clock.now() })
    await setCountedTo(trx, day.to, clock.now())
  })
  return found
}

/** A month, from its days. Nothing is metered meanwhile, as today's are still being added to. */
function recountMonth(
  { db, clock }: RecountNeeds,
  month: Period,
  repair: boolean,
): Promise<readonly Difference[]> {
  return inTransaction(db, async (trx) => {
    const days = await listSums(trx, ['day'], month)
    const counted = tallied(days.map((sum) => ({ ...sum, span: 'month', startsAt: month.from })))
    const found = compareTallies(counted, tallied(await listSums(trx, ['month'], month)))
    if (repair && found.length > 0) await replaceSums(trx, ['month'], month, counted.all())
    const differences = repair ? [] : found
    await replaceDifferences(trx, ['month'], month, { differences, nowMs: clock.now() })
    return found
  })
}

/** What the events of a day come to, hour by hour and as a whole. Lets others go on in between. */
async function countEvents(db: Reader, day: Period): Promise<Tallies> {
  const counted = new Tallies()
  let after: string | undefined
  for (;;) {
    const events = await listUsageOldestFirst(db, day, { after, limit: eventsAtOnce })
    for (const event of events) {
      for (const span of ['hour', 'day'] as const) {
        const startsAt = startOf(span, event.createdAt)
        counted.add({ ...event, span, startsAt, events: 1 })
      }
    }
    if (events.length < eventsAtOnce) return counted
    after = events.at(-1)?.id
    await turnOfTheLoop()
  }
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
