// What the recount reads and writes: sums, how far it has come, and the differences that it found.

import { toFlag } from '../db/columns.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import { firstIdAt } from '../kernel/ids.ts'
import { environments } from '../keys/key.ts'
import type { Difference, KeptSum } from './recount.ts'
import { type Period, type Span, spans, startOf } from './span.ts'
import type { UsageSumTable } from './sum-table.ts'

/** The sums of these spans that begin within the period. */
export async function listSums(
  db: Reader,
  wanted: readonly Span[],
  { from, to }: Period,
): Promise<readonly KeptSum[]> {
  const rows = await db
    .selectFrom('usage_sums')
    .select(sumColumns)
    .where('span', 'in', wanted)
    .where('environment', 'in', environments)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .execute()
  return rows.map(toKeptSum)
}

/** What the events of a period within one hour come to, as sums of that hour. */
export async function sumEventsWithin(
  db: Reader,
  { from, to }: Period,
): Promise<readonly KeptSum[]> {
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
    ...toKeptSum({ ...row, span: 'hour', starts_at: startOf('hour', from) }),
    events: Number(row.events),
    quantity: Number(row.quantity),
  }))
}

/** Puts these sums in the place of those of their spans that begin within the period. */
export async function replaceSums(
  trx: Trx,
  replaced: readonly Span[],
  { from, to }: Period,
  sums: readonly KeptSum[],
): Promise<void> {
  await trx
    .deleteFrom('usage_sums')
    .where('span', 'in', replaced)
    .where('environment', 'in', environments)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .execute()
  for (const sum of sums) {
    await trx
      .insertInto('usage_sums')
      .values({ ...columnsOf(sum), ...talliesOf(sum) })
      .execute()
  }
}

export async function findCountedTo(db: Reader): Promise<number | undefined> {
  const row = await db.selectFrom('usage_recount').select('counted_to').executeTakeFirst()
  return row?.counted_to
}

/** Where the oldest event is, or an hour's sum before it that speaks of events that are not there. */
export async function findFirstUsageAt(db: Reader): Promise<number | undefined> {
  const event = await db
    .selectFrom('usage_events')
    .select('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const found = event ? [event.created_at] : []
  for (const environment of environments) {
    const sum = await db
      .selectFrom('usage_sums')
      .select('starts_at')
      .where('span', '=', 'hour')
      .where('environment', '=', environment)
      .orderBy('starts_at')
      .limit(1)
      .executeTakeFirst()
    if (sum) found.push(sum.starts_at)
  }
  return found.length === 0 ? undefined : Math.min(...found)
}

/** Whether anything that begins within the period was found to say something else. */
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

/** The months in which a sum was found to say something else. */
export async function listDifferingMonths(db: Reader): Promise<readonly number[]> {
  const rows = await db.selectFrom('usage_differences').select('starts_at').distinct().execute()
  return [...new Set(rows.map((row) => startOf('month', row.starts_at)))]
}

/** What was found and not put right yet, earliest first. */
export async function listDifferences(db: Reader, limit: number) {
  const rows = await db
    .selectFrom('usage_differences')
    .select(['span', 'starts_at', 'environment', 'api_key_id', 'type'])
    .select(['counted_quantity', 'summed_quantity'])
    .orderBy('starts_at')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    span: row.span,
    startsAt: row.starts_at,
    environment: row.environment,
    apiKeyId: row.api_key_id,
    type: row.type,
    countedQuantity: row.counted_quantity,
    summedQuantity: row.summed_quantity,
  }))
}

export async function countDifferences(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('usage_differences')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
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

/** Puts what was found in the place of what was found before in these spans of the period. */
export async function replaceDifferences(
  trx: Trx,
  replaced: readonly Span[],
  { from, to }: Period,
  found: { readonly differences: readonly Difference[]; readonly nowMs: number },
): Promise<void> {
  await trx
    .deleteFrom('usage_differences')
    .where('span', 'in', replaced)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .execute()
  for (const difference of found.differences) {
    await trx
      .insertInto('usage_differences')
      .values({
        ...columnsOf(difference),
        counted_events: difference.counted.events,
        counted_quantity: difference.counted.quantity,
        summed_events: difference.summed.events,
        summed_quantity: difference.summed.quantity,
        noticed_at: found.nowMs,
      })
      .execute()
  }
}

const sumColumns = [
  'span',
  'starts_at',
  'environment',
  'api_key_id',
  'type',
  'billable',
  'events',
  'quantity',
] as const

function toKeptSum(row: UsageSumTable): KeptSum {
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

function columnsOf(of: Omit<KeptSum, 'events' | 'quantity'>) {
  return {
    span: of.span,
    starts_at: of.startsAt,
    environment: of.environment,
    api_key_id: of.apiKeyId,
    type: of.type,
    billable: toFlag(of.billable),
  }
}

function talliesOf({ events, quantity }: KeptSum) {
  return { events, quantity }
}
