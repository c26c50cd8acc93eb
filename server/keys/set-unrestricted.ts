// Marks a key as unrestricted, so that it may create keys with scopes that it lacks (rulings 9.2), or removes the
// mark. Possible only on the host.

import type { AuditOrigin } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import { type Db, inTransaction } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { type ApiKey, stateOf } from './key.ts'
import { keyInAudit } from './key-in-audit.ts'
import { setKeyUnrestricted } from './key-store.ts'
import { requireKey } from './revoke-key.ts'

/** @throws AppError `not_found`; `conflict` for a revoked or expired key */
export function setUnrestricted(
  needs: AuditNeeds & { readonly db: Db },
  by: AuditOrigin,
  id: string,
  isUnrestricted: boolean,
): Promise<ApiKey> {
  return inTransaction(needs.db, async (trx) => {
    const key = await requireKey(trx, id)
    const state = stateOf(key, needs.clock.now())
    if (state === 'revoked' || state === 'expired') {
      throw new AppError('conflict', `This key is ${state}.`)
    }
    if (key.isUnrestricted === isUnrestricted) return key
    await setKeyUnrestricted(trx, id, isUnrestricted)
    const marked = { ...key, isUnrestricted }
    await recordAudit(needs, trx, {
      by,
      action: 'key.updated',
      subject: { kind: 'key', id },
      details: { ...keyInAudit(marked), unrestricted: isUnrestricted },
    })
    return marked
  })
}
