// Revokes a key and, on request, every key that it created. Revoking twice has no further effect.

import { cancelApprovalAbout } from '../approvals/decide-approval.ts'
import type { ApprovalNeeds } from '../approvals/request-approval.ts'
import type { AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Admit } from '../db/in-same-transaction.ts'
import { type Db, inTransaction, type Reader, type Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { type ApiKey, type Revoked, stateOf } from './key.ts'
import { keyInAudit } from './key-in-audit.ts'
import { listDescendants, setKeyRevoked } from './key-store.ts'
import { findKey } from './key-view.ts'

type RevokeNeeds = ApprovalNeeds & { readonly db: Db }

interface RevokeOptions {
  readonly withChildren?: boolean
  readonly admit?: Admit
}

/** @throws AppError `not_found`; what `admit` throws */
export function revokeKey(
  needs: RevokeNeeds,
  by: AuditOrigin,
  id: string,
  { withChildren = false, admit }: RevokeOptions = {},
): Promise<Revoked> {
  return inTransaction(needs.db, async (trx) => {
    await admit?.(trx)
    const key = await revokeOne(needs, trx, by, await requireKey(trx, id))
    const remaining = await listRemainingChildren(trx, id, needs.clock.now())
    if (!withChildren) return { key, children: [], left: remaining }
    const children: ApiKey[] = []
    for (const child of remaining) children.push(await revokeOne(needs, trx, by, child, id))
    return { key, children, left: [] }
  })
}

/** Returns the keys that this key created, directly or through others, and that are not revoked or expired. */
export async function listRemainingChildren(
  db: Reader,
  id: string,
  nowMs: number,
): Promise<readonly ApiKey[]> {
  const ended = ['revoked', 'expired']
  return (await listDescendants(db, id)).filter((key) => !ended.includes(stateOf(key, nowMs)))
}

async function revokeOne(
  needs: RevokeNeeds,
  trx: Trx,
  by: AuditOrigin,
  key: ApiKey,
  madeBy?: string,
): Promise<ApiKey> {
  if (key.revokedAt !== undefined) return key
  const revokedAt = needs.clock.now()
  await setKeyRevoked(trx, key.id, revokedAt)
  await recordAudit(needs, trx, {
    by,
    action: 'key.revoked',
    subject: { kind: 'key', id: key.id },
    details: { ...keyInAudit(key), ...(madeBy === undefined ? {} : { made_by: madeBy }) },
  })
  if (key.waitingSince !== undefined) {
    const about = { kind: 'key_activation', subject: { kind: 'key', id: key.id } } as const
    await cancelApprovalAbout(needs, trx, by, about)
  }
  return { ...key, revokedAt }
}

/** @throws AppError `not_found` */
export async function requireKey(trx: Trx, id: string): Promise<ApiKey> {
  const key = await findKey(trx, id)
  if (!key)
    throw new AppError('not_found', 'No API key has this id. List the keys to see their ids.')
  return key
}
