// Replaces a key by a successor with the same rights; the old one lives on for a grace period, so that
// every client can be moved over without an outage.

import type { AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction, type Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { assertMayRotate, earliestOf } from './child-key-policy.ts'
import {
  type CreatedKey,
  type CreateKeyOptions,
  holdInAudit,
  insertNewKey,
  type KeyNeeds,
} from './create-key.ts'
import { holdNoKey } from './hold-key.ts'
import { type ApiKey, stateOf } from './key.ts'
import { keyInAudit } from './key-in-audit.ts'
import {
  findLivingMakersEnd,
  findSuccessorId,
  firstCreationOf,
  setKeyExpiry,
  setKeyRevoked,
} from './key-store.ts'
import { requireKey } from './revoke-key.ts'

export interface Rotation {
  readonly id: string
  /** How long the old key still works; 0 revokes it at once. Never past its own expiry. */
  readonly graceMs: number
}

export interface RotateKeyOptions extends Pick<CreateKeyOptions, 'alongside' | 'hold'> {
  /** Of a rotation over REST: the key that asks, whose rights and expiry bound the successor's. */
  readonly caller?: ApiKey
}

/**
 * The successor keeps name, scopes, CIDRs and the length of life that the old key was given; one that rotates
 * itself, only what was left of it. Where it waits for a second person, the old key stays as it is until it
 * is approved.
 * @throws AppError `not_found`; `conflict` when the key is revoked, expired, waiting or rotated already;
 * `missing_scope` where the caller has less than the old key
 */
export function rotateKey(
  needs: KeyNeeds,
  by: AuditOrigin,
  rotation: Rotation,
  { alongside, hold = holdNoKey, caller }: RotateKeyOptions = {},
): Promise<CreatedKey> {
  return inTransaction(needs.db, async (trx) => {
    const nowMs = needs.clock.now()
    const { graceMs } = rotation
    const old = await requireRotatable(trx, rotation.id, nowMs)
    const renewed = successorOf(old, await firstCreationOf(trx, old), nowMs)
    const wanted =
      caller === undefined ? renewed : await asRotatedBy(trx, { caller, old, renewed, nowMs })
    const asked = { by, wanted, hold, rotation: { old, graceMs } }
    const { held, ...created } = await insertNewKey(needs, trx, asked)
    if (held === 'waits') await tellOfWaiting(needs, trx, by, created.key)
    else {
      const endsAt = await retireKey(trx, old, { graceMs, nowMs })
      await recordAudit(needs, trx, {
        by,
        action: 'key.rotated',
        subject: { kind: 'key', id: old.id },
        details: {
          ...keyInAudit(created.key),
          ...holdInAudit(held),
          expires_at: endsAt,
          result_id: created.key.id,
        },
      })
    }
    await alongside?.(trx, created)
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
  // Its expiry is the end of its grace by now: the life it was given is its successor's to hand on.
  const successorId = await findSuccessorId(trx, old.id)
  if (successorId !== undefined) {
    throw new AppError('conflict', `This key was rotated already. Rotate ${successorId} instead.`)
  }
  return old
}

interface RotationOverRest {
  readonly caller: ApiKey
  readonly old: ApiKey
  readonly renewed: ReturnType<typeof successorOf>
  readonly nowMs: number
}

/**
 * No new life over REST: a key that could give itself one would work for ever, and so would whoever stole it.
 * @throws AppError `missing_scope`; `conflict` where the successor of another key would outlive the caller
 */
async function asRotatedBy(trx: Trx, { caller, old, renewed, nowMs }: RotationOverRest) {
  const makersEnd = await findLivingMakersEnd(trx, caller, nowMs)
  if (caller.id === old.id) {
    return { ...renewed, expiresAt: earliestOf(renewed.expiresAt, old.expiresAt, makersEnd) }
  }
  const bounded = { ...caller, expiresAt: earliestOf(caller.expiresAt, makersEnd) }
  assertMayRotate(bounded, old, renewed.expiresAt)
  return renewed
}

/** `firstCreatedAt`: from when the length of its life counts. */
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

/** The rotation itself is told when it happens: once the successor is approved. */
async function tellOfWaiting(
  needs: KeyNeeds,
  trx: Trx,
  by: AuditOrigin,
  successor: ApiKey,
): Promise<void> {
  await recordAudit(needs, trx, {
    by,
    action: 'key.created',
    subject: { kind: 'key', id: successor.id },
    details: { ...keyInAudit(successor), ...holdInAudit('waits') },
  })
}

/** Gives back when it stops working: now, at the end of its grace, or when it would have anyway. */
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
