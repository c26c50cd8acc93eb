// Usage events as people and clients read them, filtered: newest first a page at a time.

import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { toFlag } from '../db/columns.ts'
import type { Reader } from '../db/transaction.ts'
import { type Environment, environments } from '../kernel/environment.ts'
import { firstIdAt } from '../kernel/ids.ts'
import type { PageRequest } from '../kernel/page.ts'
import { type UsageEvent, type UsageFilter, type UsageType, usageTypes } from './usage.ts'
import { toUsageEvent, type UsageRow, withOriginals } from './usage-store.ts'
import type { UsageEventTable } from './usage-table.ts'

/** Newest first. Returns one more than the page's limit when there are more. */
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

/** Events that follow each other in an index. */
interface Stream {
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
