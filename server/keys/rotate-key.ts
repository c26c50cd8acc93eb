// Replaces a key by a successor with the same rights; the old one lives on for a grace period, so that
// every client can be moved over without an outage.

import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { type Alongside, type CreatedKey, insertNewKey, type KeyNeeds } from './create-key.ts'
import { stateOf } from './key.ts'
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
    if (rotation.graceMs === 0) await setKeyRevoked(trx, old.id, nowMs)
    else {
      const ends = nowMs + rotation.graceMs
      await setKeyExpiry(trx, old.id, Math.min(ends, old.expiresAt ?? ends))
    }
    await alongside(trx, created)
    return created
  })
}
