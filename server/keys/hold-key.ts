// Whether a key that is being made waits for a second person. Over REST and on the host none does: there the
// maker's rights, or the operator's, are the bound.

import type { ApprovalFacts } from '../approvals/approval.ts'
import { memberIn, requestApproval } from '../approvals/request-approval.ts'
import type { AuditOrigin } from '../audit/audit.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Trx } from '../db/transaction.ts'
import { type Clock, toIso } from '../kernel/clock.ts'
import { type ApiKey, isSensitive } from './key.ts'

/** `waits`, or why a key of a kind that would wait does not. undefined for keys of no such kind. */
export type KeyHold = 'waits' | 'nobody_else' | 'off' | undefined

/** Decides in the transaction that makes the key. */
export type HoldKey = (trx: Trx, asked: HeldKey) => Promise<KeyHold>

export interface HeldKey {
  readonly key: ApiKey
  /** Of a rotation: the key that it takes over from, and how long that one lives on. */
  readonly rotation?: { readonly old: ApiKey; readonly graceMs: number }
}

export const holdNoKey: HoldKey = async () => undefined

interface HoldNeeds {
  readonly clock: Clock
  readonly keyring: Keyring
  readonly config: { readonly keyApproval: boolean }
}

/**
 * For keys made in the console. A rotation waits where it shows the rights of a key to somebody who did
 * not have that key: who made the old one may have its successor at once.
 */
export function holdForApproval(needs: HoldNeeds, by: AuditOrigin): HoldKey {
  return async (trx, { key, rotation }) => {
    if (!isSensitive(key)) return undefined
    if (rotation !== undefined && rotation.old.createdByMember === memberIn(by)) return undefined
    if (!needs.config.keyApproval) return 'off'
    const approval = await requestApproval(needs, trx, by, {
      kind: 'key_activation',
      subject: { kind: 'key', id: key.id },
      facts: factsOf(key),
      ...(rotation === undefined ? {} : { payload: { grace_ms: rotation.graceMs } }),
    })
    return approval.progress.state === 'pending' ? 'waits' : 'nobody_else'
  }
}

function factsOf(key: ApiKey): ApprovalFacts<'key_activation'> {
  return {
    name: key.name,
    environment: key.environment,
    scopes: [...key.scopes],
    allowed_cidrs: [...key.allowedCidrs],
    expires_at: key.expiresAt === undefined ? null : toIso(key.expiresAt),
    ...(key.rotatedFrom === undefined ? {} : { rotated_from: key.rotatedFrom }),
    ...(key.isUnrestricted ? { unrestricted: true } : {}),
  }
}
