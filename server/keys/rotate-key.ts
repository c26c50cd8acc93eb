// Replaces a key by a successor with the same rights; the old one lives on for a grace period, so that
// every client can be moved over without an outage.

import type { AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction, type Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { type Alongside, type CreatedKey, insertNewKey, type KeyNeeds } from './create-key.ts'
import { type ApiKey, stateOf } from './key.ts'
import { findSuccessorId, setKeyExpiry, setKeyRevoked } from './key-store.ts'
import { requireKey } from './revoke-key.ts'

export interface Rotation {
  readonly id: string
  /** How long the old key still works; 0 revokes it at once. Never past its own expiry. */
  readonly graceMs: number
}

/**
 * The successor keeps name, scopes, CIDRs and the length of life that the old key was given.
 * @throws AppError `not_found`; `conflict` when the key is revoked, expired or rotated already.
 */
export function rotateKey(
  needs: KeyNeeds,
  by: AuditOrigin,
  rotation: Rotation,
  alongside: Alongside = async () => {},
): Promise<CreatedKey> {
  return inTransaction(needs.db, async (trx) => {
    const nowMs = needs.clock.now()
    const old = await requireKey(trx, rotation.id)
    const state = stateOf(old, nowMs)
    if (state !== 'active') {
      throw new AppError('conflict', `This key is ${state}. Create a new one instead.`)
    }
    // Its expiry is the end of its grace by now: the life it was given is its successor's to hand on.
    const successorId = await findSuccessorId(trx, old.id)
    if (successorId !== undefined) {
      throw new AppError('conflict', `This key was rotated already. Rotate ${successorId} instead.`)
    }
    const lifeMs = old.expiresAt === undefined ? undefined : old.expiresAt - old.createdAt
    const created = await insertNewKey(needs, trx, {
      name: old.name,
      environment: old.environment,
      scopes: old.scopes,
      allowedCidrs: old.allowedCidrs,
      expiresAt: lifeMs === undefined ? undefined : nowMs + lifeMs,
      rotatedFrom: old.id,
    })
    const endsAt = await retire(trx, old, { graceMs: rotation.graceMs, nowMs })
    await recordAudit(needs, trx, {
      by,
      action: 'key.rotated',
      subject: { kind: 'key', id: old.id },
      details: { environment: old.environment, expires_at: endsAt, result_id: created.key.id },
    })
    await alongside(trx, created)
    return created
  })
}

/** Gives back when it stops working: now, at the end of its grace, or when it would have anyway. */
async function retire(
  trx: Trx,
  old: ApiKey,
  { graceMs, nowMs }: { readonly graceMs: number; readonly nowMs: number },
): Promise<number> {
  if (graceMs === 0) {
    await setKeyRevoked(trx, old.id, nowMs)
    return nowMs
  }
  const endsAt = Math.min(nowMs + graceMs, old.expiresAt ?? nowMs + graceMs)
  await setKeyExpiry(trx, old.id, endsAt)
  return endsAt
}
