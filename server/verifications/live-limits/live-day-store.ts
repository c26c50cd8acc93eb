// Counts the live verifications of an API key by day (UTC), in the transaction that inserts them.

import { prepare } from '../../db/prepared.ts'
import type { Reader, Trx } from '../../db/transaction.ts'
import { startOf } from '../../usage/span.ts'
import type { Verification } from '../verification.ts'

/** Locks the row first: concurrent submissions of the key wait for it, so what they count then includes this one. */
export async function countOnDay(
  trx: Trx,
  { apiKeyId, createdAt }: Pick<Verification, 'apiKeyId' | 'createdAt'>,
): Promise<void> {
  await countOne.run(trx, { apiKeyId, startsAt: startOf('day', createdAt) })
}

interface KeyDay {
  readonly apiKeyId: string
  readonly startsAt: number
}

const countOne = prepare((db, { apiKeyId, startsAt }: KeyDay) =>
  db
    .insertInto('live_days')
    .values({ api_key_id: apiKeyId, starts_at: startsAt, verifications: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['api_key_id', 'starts_at'])
        .doUpdateSet((update) => ({ verifications: update('live_days.verifications', '+', 1) })),
    ),
)

export async function findCountOfDay(db: Reader, apiKeyId: string, at: number): Promise<number> {
  const row = await findCount.first(db, { apiKeyId, startsAt: startOf('day', at) })
  return row?.verifications ?? 0
}

const findCount = prepare((db, { apiKeyId, startsAt }: KeyDay) =>
  db
    .selectFrom('live_days')
    .select('verifications')
    .where('api_key_id', '=', apiKeyId)
    .where('starts_at', '=', startsAt),
)
