// Counts the pending live verifications of an API key.

import { sql } from 'kysely'
import { prepare } from '../../db/prepared.ts'
import type { Reader } from '../../db/transaction.ts'

/** Literals, not parameters: SQLite chooses a partial index only for literals. */
const live = sql.lit('live' as const)
const pending = sql.lit('pending' as const)

/** Returns `max` when there are more. */
export async function countPendingOf(db: Reader, apiKeyId: string, max: number): Promise<number> {
  const row = await countUpTo.first(db, { apiKeyId, max })
  return Number(row?.count ?? 0)
}

interface Counted {
  readonly apiKeyId: string
  readonly max: number
}

const countUpTo = prepare((db, { apiKeyId, max }: Counted) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('verifications')
        .select('api_key_id')
        .where('environment', '=', live)
        .where('status', '=', pending)
        .where('api_key_id', '=', apiKeyId)
        .limit(max)
        .as('counted'),
    )
    .select((select) => select.fn.countAll<number>().as('count')),
)
