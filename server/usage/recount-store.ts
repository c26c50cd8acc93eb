// Queries of the recount: stored counters, recount progress, and the differences it found.

import { toFlag } from '../db/columns.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import { environments } from '../kernel/environment.ts'
import { firstIdAt, instantOfId } from '../kernel/ids.ts'
import type { Difference, StoredCounter } from './recount.ts'
import { type Period, type Span, spans, startOf } from './span.ts'
import type { UsageCounterTable } from './usage-counter-table.ts'

/** Returns the counters of these spans that start within the period. */
export async function listCounters(
  db: Reader,
  wanted: readonly Span[],
  { from, to }: Period,
): Promise<readonly StoredCounter[]> {
  const rows = await db
    .selectFrom('usage_counters')
    .select(counterColumns)
    .where('span', 'in', wanted)
    .where('environment', 'in', environments)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .execute()
  return rows.map(toStoredCounter)
}

/** Counts the events of a period that lies within one hour, as counters of that hour. */
export async function countEventsWithin(
  db: Reader,
  { from, to }: Period,
): Promise<readonly StoredCounter[]> {
  const rows = await db
    .selectFrom('usage_events')
    .select((select) => [
      'environment',
      'api_key_id',
      'type',
      'billable',
      select.fn.countAll<number>().as('events'),
      select.fn.sum<number>('quantity').as('quantity'),
    ])
    .where('id', '>=', firstIdAt('use', from))
    .where('id', '<', firstIdAt('use', to))
    .groupBy(['environment', 'api_key_id', 'type', 'billable'])
    .execute()
  return rows.map((row) => ({
    ...toStoredCounter({ ...row, span: 'hour', starts_at: startOf('hour', from) }),
    events: Number(row.events),
    quantity: Number(row.quantity),
  }))
}

/** Returns when the first event at this instant or later was metered, by its id; undefined without one. */
export async function findNextUsageAt(db: Reader, from: number): Promise<number | undefined> {
  const event = await db
    .selectFrom('usage_events')
    .select('id')
    .where('id', '>=', firstIdAt('use', from))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return event && instantOfId(event.id)
}

/** Replaces the counters of these spans that start within the period. */
export async function replaceCounters(
  trx: Trx,
  replaced: readonly Span[],
  { from, to }: Period,
  counters: readonly StoredCounter[],
): Promise<void> {
  await trx
    .deleteFrom('usage_counters')
    .where('span', 'in', replaced)
    .where('environment', 'in', environments)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .execute()
  for (const counter of counters) {
    const { events, quantity } = counter
    await trx
      .insertInto('usage_counters')
      .values({ ...columnsOf(counter), events, quantity })
      .execute()
  }
}

/** Returns the time of the oldest event, or of an earlier hourly counter, whose events are then missing. */
export async function findFirstUsageAt(db: Reader): Promise<number | undefined> {
  const event = await db
    .selectFrom('usage_events')
    .select('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const instants = event ? [event.created_at] : []
  for (const environment of environments) {
    const counter = await db
      .selectFrom('usage_counters')
      .select('starts_at')
      .where('span', '=', 'hour')
      .where('environment', '=', environment)
      .orderBy('starts_at')
      .limit(1)
      .executeTakeFirst()
    if (counter) instants.push(counter.starts_at)
  }
  return instants.length === 0 ? undefined : Math.min(...instants)
}

/** Whether a difference is recorded for any counter that starts within the period. */
export async function hasDifferences(db: Reader, { from, to }: Period): Promise<boolean> {
  const row = await db
    .selectFrom('usage_differences')
    .select('starts_at')
    .where('span', 'in', spans)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the first instants of the months with recorded differences. */
export async function listDifferingMonths(db: Reader): Promise<readonly number[]> {
  const rows = await db.selectFrom('usage_differences').select('starts_at').distinct().execute()
  return [...new Set(rows.map((row) => startOf('month', row.starts_at)))]
}

/** Never goes back. */
export async function setCountedTo(trx: Trx, countedTo: number, nowMs: number): Promise<void> {
  await trx
    .insertInto('usage_recount')
    .values({ only: 1, counted_to: countedTo, finished_at: nowMs })
    .onConflict((conflict) =>
      conflict
        .column('only')
        .doUpdateSet({ counted_to: countedTo, finished_at: nowMs })
        .where('usage_recount.counted_to', '<=', countedTo),
    )
    .execute()
}

/** Replaces the recorded differences of counters of these spans that start within the period. */
export async function replaceDifferences(
  trx: Trx,
  replaced: readonly Span[],
  { from, to }: Period,
  { differences, nowMs }: { readonly differences: readonly Difference[]; readonly nowMs: number },
): Promise<void> {
  await trx
    .deleteFrom('usage_differences')
    .where('span', 'in', replaced)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .execute()
  for (const difference of differences) {
    await trx
      .insertInto('usage_differences')
      .values({
        ...columnsOf(difference),
        counted_events: difference.counted.events,
        counted_quantity: difference.counted.quantity,
        summed_events: difference.summed.events,
        summed_quantity: difference.summed.quantity,
        noticed_at: nowMs,
      })
      .execute()
  }
}

const counterColumns = [
  'span',
  'starts_at',
  'environment',
  'api_key_id',
  'type',
  'billable',
  'events',
  'quantity',
] as const

function toStoredCounter(row: UsageCounterTable): StoredCounter {
  return {
    span: row.span,
    startsAt: row.starts_at,
    environment: row.environment,
    apiKeyId: row.api_key_id,
    type: row.type,
    billable: row.billable === 1,
    events: row.events,
    quantity: row.quantity,
  }
}

function columnsOf(of: Omit<StoredCounter, 'events' | 'quantity'>) {
  return {
    span: of.span,
    starts_at: of.startsAt,
    environment: of.environment,
    api_key_id: of.apiKeyId,
    type: of.type,
    billable: toFlag(of.billable),
  }
}
