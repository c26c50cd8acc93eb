// Reads how much of the live service a key uses.

import { sql } from 'kysely'
import type { Reader } from '../db/transaction.ts'

/** Written into the query, not bound to it: only so can SQLite choose the partial index. */
const live = sql.lit('live' as const)
const pending = sql.lit('pending' as const)

/** Its live verifications that have not ended; `max` where there are more. */
export async function countPendingOf(db: Reader, apiKeyId: string, max: number): Promise<number> {
  const { count } = await db
    .selectFrom((from) =>
      from
        .selectFrom('verifications')
        .select('api_key_id')
        .where('environment', '=', live)
        .where('status', '=', pending)
        .where('api_key_id', '=', apiKeyId)
        .limit(max)
        .as('found'),
    )
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
