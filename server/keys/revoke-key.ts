// Ends a key's life now. Revoking twice is revoking once.

import type { AuditOrigin } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import { type Db, inTransaction, type Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import type { ApiKey } from './key.ts'
import { findKey, setKeyRevoked } from './key-store.ts'

/** @throws AppError `not_found` */
export function revokeKey(
  needs: AuditNeeds & { readonly db: Db },
  by: AuditOrigin,
  id: string,
): Promise<ApiKey> {
  return inTransaction(needs.db, async (trx) => {
    const key = await requireKey(trx, id)
    if (key.revokedAt !== undefined) return key
    const revokedAt = needs.clock.now()
    await setKeyRevoked(trx, id, revokedAt)
    await recordAudit(needs, trx, {
      by,
      action: 'key.revoked',
      subject: { kind: 'key', id },
      details: { environment: key.environment },
    })
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
