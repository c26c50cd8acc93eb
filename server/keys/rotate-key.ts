// Rotates a key: creates a successor with the same rights. The old key works for a grace period, so that every
// client can switch without an outage.

import type { AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction, type Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { assertRoomForSuccessor } from './bound-keys-by-keys.ts'
import { assertMayRotate, earliestOf } from './child-key-policy.ts'
import { type CreateKeyOptions, insertNewKey, type KeyNeeds, keyHoldInAudit } from './create-key.ts'
import { holdNoKey } from './hold-key.ts'
import { type ApiKey, type CreatedKey, stateOf } from './key.ts'
import { keyInAudit } from './key-in-audit.ts'
import {
  findActiveCreatorsEnd,
  findSuccessorId,
  firstCreationOf,
  setKeyExpiry,
  setKeyRevoked,
} from './key-store.ts'
import { requireKey } from './revoke-key.ts'

interface Rotation {
  readonly id: string
  /** How long the old key still works, but never past its own expiry; 0 revokes it at once. */
  readonly graceMs: number
}

interface RotateKeyOptions extends Pick<CreateKeyOptions, 'inSameTransaction' | 'hold'> {
  /** For a rotation over REST: the requesting key, whose rights and expiry limit the successor's. */
  readonly apiKey?: ApiKey
}

/**
 * The successor keeps name, scopes, CIDRs and the length of life of the old key; that of a key that rotates itself
 * keeps its expiry. If the successor needs an approval, the old key stays unchanged until it is approved.
 * @throws AppError `not_found`; `conflict` if the key is revoked, expired, waiting or rotated already, or if keys
 * have made as many keys as they may; `missing_scope` if the requesting key lacks a scope of the old key
 */
export function rotateKey(
  needs: KeyNeeds,
  by: AuditOrigin,
  rotation: Rotation,
  { inSameTransaction, hold = holdNoKey, apiKey }: RotateKeyOptions = {},
): Promise<CreatedKey> {
  return inTransaction(needs.db, async (trx) => {
    const nowMs = needs.clock.now()
    const { graceMs } = rotation
    const old = await requireRotatable(trx, rotation.id, nowMs)
    await assertRoomForSuccessor(trx, by, { old, graceMs }, nowMs)
    const renewed = successorOf(old, await firstCreationOf(trx, old), nowMs)
    const wanted =
      apiKey === undefined ? renewed : await asRotatedBy(trx, { apiKey, old, renewed, nowMs })
    const asked = { by, wanted, hold, rotation: { old, graceMs } }
    const { held, ...created } = await insertNewKey(needs, trx, asked)
    // Before the old key ends, which may be the requesting one.
    await inSameTransaction?.(trx, created)
    if (held === 'waits') await recordWaitingSuccessor(needs, trx, by, created.key)
    else {
      const endsAt = await retireKey(trx, old, { graceMs, nowMs })
      await recordAudit(needs, trx, {
        by,
        action: 'key.rotated',
        subject: { kind: 'key', id: old.id },
        details: {
          ...keyInAudit(created.key),
          ...keyHoldInAudit(held),
          expires_at: endsAt,
          result_id: created.key.id,
        },
      })
    }
    return created
  })
}

async function requireRotatable(trx: Trx, id: string, nowMs: number): Promise<ApiKey> {
  const old = await requireKey(trx, id)
  const state = stateOf(old, nowMs)
  if (state === 'awaiting_approval') {
    throw new AppError('conflict', 'This key waits for a second person and cannot be rotated yet.')
  }
  if (state !== 'active') {
    throw new AppError('conflict', `This key is ${state}. Create a new one instead.`)
  }
  // A rotated key's expiry is the end of its grace period; only its successor has the original life.
  const successorId = await findSuccessorId(trx, old.id)
  if (successorId !== undefined) {
    throw new AppError('conflict', `This key was already rotated. Rotate ${successorId} instead.`)
  }
  return old
}

interface RotationOverRest {
  readonly apiKey: ApiKey
  readonly old: ApiKey
  readonly renewed: ReturnType<typeof successorOf>
  readonly nowMs: number
}

/**
 * A rotation over REST does not extend a key's life: otherwise a stolen key could keep itself alive for ever.
 * @throws AppError `missing_scope`; `conflict` if the successor of another key would outlive the requesting key
 */
async function asRotatedBy(trx: Trx, { apiKey, old, renewed, nowMs }: RotationOverRest) {
  const creatorsEnd = await findActiveCreatorsEnd(trx, apiKey, nowMs)
  if (apiKey.id === old.id) {
    return { ...renewed, expiresAt: earliestOf(renewed.expiresAt, old.expiresAt, creatorsEnd) }
  }
  const bounded = { ...apiKey, expiresAt: earliestOf(apiKey.expiresAt, creatorsEnd) }
  assertMayRotate(bounded, old, renewed.expiresAt)
  return renewed
}

/** @param firstCreatedAt Start of the old key's length of life; see `firstCreationOf` */
function successorOf(old: ApiKey, firstCreatedAt: number, nowMs: number) {
  const lifeMs = old.expiresAt === undefined ? undefined : old.expiresAt - firstCreatedAt
  return {
    name: old.name,
    environment: old.environment,
    scopes: old.scopes,
    allowedCidrs: old.allowedCidrs,
    expiresAt: lifeMs === undefined ? undefined : nowMs + lifeMs,
    rotatedFrom: old.id,
    isUnrestricted: old.isUnrestricted,
  }
}

/** Records only the creation; the rotation is recorded when the successor is approved. */
async function recordWaitingSuccessor(
  needs: KeyNeeds,
  trx: Trx,
  by: AuditOrigin,
  successor: ApiKey,
): Promise<void> {
  await recordAudit(needs, trx, {
    by,
    action: 'key.created',
    subject: { kind: 'key', id: successor.id },
    details: { ...keyInAudit(successor), ...keyHoldInAudit('waits') },
  })
}

/** Returns when the old key stops working: now, after its grace period, or at its own expiry if that is earlier. */
export async function retireKey(
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
