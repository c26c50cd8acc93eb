// Keeps usage events, and adds each to the sums of its time; reads them by id and by page.

import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { orNull, orUndefined, toFlag } from '../db/columns.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import { firstIdAt } from '../kernel/ids.ts'
import type { PageRequest } from '../kernel/page.ts'
import { type Environment, environments } from '../keys/key.ts'
import { spans, startOf } from './span.ts'
import { type UsageEvent, type UsageType, usageTypes } from './usage.ts'
import type { UsageEventTable } from './usage-table.ts'

/** False where there is an event of this type, verification and occasion already. */
export async function insertUsageEvent(
  trx: Trx,
  event: UsageEvent,
  occasion: string,
): Promise<boolean> {
  const result = await trx
    .insertInto('usage_events')
    .values({
      id: event.id,
      type: event.type,
      environment: event.environment,
      api_key_id: event.apiKeyId,
      verification_id: event.verificationId,
      occasion,
      quantity: event.quantity,
      billable: toFlag(event.billable),
      source: event.source,
      created_at: event.createdAt,
      corrects_id: orNull(event.correction?.correctedId),
      reason: orNull(event.correction?.reason),
    })
    .onConflict((conflict) => conflict.columns(['verification_id', 'type', 'occasion']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function addToSums(trx: Trx, event: UsageEvent): Promise<void> {
  await trx
    .insertInto('usage_sums')
    .values(
      spans.map((span) => ({
        span,
        environment: event.environment,
        starts_at: startOf(span, event.createdAt),
        api_key_id: event.apiKeyId,
        type: event.type,
        billable: toFlag(event.billable),
        events: 1,
        quantity: event.quantity,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['span', 'environment', 'starts_at', 'api_key_id', 'type', 'billable'])
        .doUpdateSet((update) => ({
          events: update('usage_sums.events', '+', update.ref('excluded.events')),
          quantity: update('usage_sums.quantity', '+', update.ref('excluded.quantity')),
        })),
    )
    .execute()
}

export async function findUsageEvent(db: Reader, id: string): Promise<UsageEvent | undefined> {
  const row = await withOriginals(db).where('event.id', '=', id).executeTakeFirst()
  return row && toUsageEvent(row)
}

export interface UsageFilter {
  readonly environment?: Environment | undefined
  readonly type?: UsageType | undefined
  readonly apiKeyId?: string | undefined
  readonly verificationId?: string | undefined
  readonly billable?: boolean | undefined
  /** Milliseconds since 1970, UTC; included. */
  readonly from?: number | undefined
  /** Not included. */
  readonly to?: number | undefined
}

/** Newest first; one more row than asked for, where there is one. */
export async function listUsage(
  db: Reader,
  filter: UsageFilter,
  page: PageRequest,
): Promise<readonly UsageEvent[]> {
  const newest = newestFirst(db, filter, page)
  const found: UsageRow[] = []
  for (const stream of streamsOf(filter)) {
    found.push(...(await newest.where((where) => where.and(ofStream(where, stream))).execute()))
  }
  return found
    .sort((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, page.limit + 1)
    .map(toUsageEvent)
}

function newestFirst(db: Reader, { from, to }: UsageFilter, page: PageRequest) {
  let query = withOriginals(db)
  if (from !== undefined) query = query.where('event.id', '>=', firstIdAt('use', from))
  if (to !== undefined) query = query.where('event.id', '<', firstIdAt('use', to))
  if (page.after !== undefined) query = query.where('event.id', '<', page.after)
  return query.orderBy('event.id', 'desc').limit(page.limit + 1)
}

/** At most `limit` events from the oldest on, those after the id `after`. For reading them all. */
export async function listUsageOldestFirst(
  db: Reader,
  period: { readonly from: number; readonly to: number },
  page: { readonly after: string | undefined; readonly limit: number },
): Promise<readonly UsageEvent[]> {
  let query = withOriginals(db)
    .where('event.id', '>=', firstIdAt('use', period.from))
    .where('event.id', '<', firstIdAt('use', period.to))
  if (page.after !== undefined) query = query.where('event.id', '>', page.after)
  const rows = await query.orderBy('event.id').limit(page.limit).execute()
  return rows.map(toUsageEvent)
}

/** Events that follow each other in an index. */
export interface Stream {
  readonly environment: Environment
  readonly type: UsageType
  readonly billable: 0 | 1
  readonly apiKeyId: string | undefined
  readonly verificationId: string | undefined
}

/**
 * Events of one environment, type and kind of billing follow each other in an index, and so do those of
 * them that are of one key or one verification. A page is merged from the few streams that match, so that
 * it never reads past rows that do not, however rare those are.
 */
export function streamsOf(filter: UsageFilter): readonly Stream[] {
  const { environment, type, billable, apiKeyId, verificationId } = filter
  const flags = billable === undefined ? ([0, 1] as const) : ([toFlag(billable)] as const)
  return (environment === undefined ? environments : [environment]).flatMap((place) =>
    (type === undefined ? usageTypes : [type]).flatMap((one) =>
      flags.map((flag) => ({
        environment: place,
        type: one,
        billable: flag,
        apiKeyId,
        verificationId,
      })),
    ),
  )
}

/**
 * The conditions of a stream. Of one key's events the environment is an expression, of one verification's
 * the key, too: an index in which events are many must not be taken for as good as one that finds them.
 */
export function ofStream(
  where: ExpressionBuilder<{ event: UsageEventTable }, 'event'>,
  { environment, type, billable, apiKeyId, verificationId }: Stream,
): Expression<SqlBool>[] {
  const plain = (column: 'environment' | 'api_key_id') =>
    sql<string>`coalesce(${sql.ref(`event.${column}`)}, '')`
  const isOfAll = apiKeyId === undefined && verificationId === undefined
  const conditions: Expression<SqlBool>[] = [
    where(isOfAll ? 'event.environment' : plain('environment'), '=', environment),
    where('event.type', '=', type),
    where('event.billable', '=', billable),
  ]
  if (verificationId !== undefined) {
    conditions.push(where('event.verification_id', '=', verificationId))
  }
  if (apiKeyId !== undefined) {
    const key = verificationId === undefined ? 'event.api_key_id' : plain('api_key_id')
    conditions.push(where(key, '=', apiKeyId))
  }
  return conditions
}

function withOriginals(db: Reader) {
  return db
    .selectFrom('usage_events as event')
    .leftJoin('usage_events as original', 'original.id', 'event.corrects_id')
    .select([
      'event.id',
      'event.type',
      'event.environment',
      'event.api_key_id',
      'event.verification_id',
      'event.quantity',
      'event.billable',
      'event.source',
      'event.created_at',
      'event.corrects_id',
      'event.reason',
      'original.created_at as corrected_created_at',
    ])
}

type UsageRow = Omit<UsageEventTable, 'occasion'> & { readonly corrected_created_at: number | null }

function toUsageEvent(row: UsageRow): UsageEvent {
  const correctedId = orUndefined(row.corrects_id)
  return {
    id: row.id,
    type: row.type,
    environment: row.environment,
    apiKeyId: row.api_key_id,
    verificationId: row.verification_id,
    quantity: row.quantity,
    billable: row.billable === 1,
    source: row.source,
    createdAt: row.created_at,
    correction:
      correctedId === undefined
        ? undefined
        : {
            correctedId,
            correctedCreatedAt: row.corrected_created_at ?? row.created_at,
            reason: row.reason ?? '',
          },
  }
}
