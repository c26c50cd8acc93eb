// Ends a key's life now. Revoking twice is revoking once.

import { type Db, inTransaction, type Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import type { Clock } from '../kernel/clock.ts'
import type { ApiKey } from './key.ts'
import { findKey, setKeyRevoked } from './key-store.ts'

/** @throws AppError `not_found` */
export function revokeKey(
  needs: { readonly db: Db; readonly clock: Clock },
  id: string,
): Promise<ApiKey> {
  return inTransaction(needs.db, async (trx) => {
    const key = await requireKey(trx, id)
    if (key.revokedAt !== undefined) return key
    const revokedAt = needs.clock.now()
    await setKeyRevoked(trx, id, revokedAt)
    return { ...key, revokedAt }
  })
}

/** @throws AppError `not_found` */
export async function requireKey(trx: Trx, id: string): Promise<ApiKey> {
  const key = await findKey(trx, id)
  if (!key)
    throw new AppError('not_found', 'No API key has this id. List the keys to see their ids.')
  return key
}
