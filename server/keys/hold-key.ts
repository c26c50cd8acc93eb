// Decides whether a new key waits for approval. Only keys created in the console do: over REST the creating key's
// rights limit the new key, and operators on the host are trusted.

import type { Appliance } from '../appliance.ts'
import { requireActingUser } from '../approvals/acting-user.ts'
import type { ApprovalFacts } from '../approvals/approval.ts'
import { requestApproval } from '../approvals/request-approval.ts'
import type { AuditOrigin } from '../audit/audit.ts'
import type { Trx } from '../db/transaction.ts'
import { isoOrNull } from '../kernel/clock.ts'
import { type ApiKey, isSensitive } from './key.ts'

/** `waits`, or why a sensitive key does not wait: `nobody_else`, `off`. undefined for keys that are not sensitive. */
export type KeyHold = 'waits' | 'nobody_else' | 'off' | undefined

/** Runs in the transaction that creates the key. */
export type HoldKey = (trx: Trx, asked: HeldKey) => Promise<KeyHold>

export interface HeldKey {
  readonly key: ApiKey
  /** For a rotation: the old key, and for how long it still works. */
  readonly rotation?: { readonly old: ApiKey; readonly graceMs: number }
}

export const holdNoKey: HoldKey = async () => undefined

interface HoldNeeds extends Pick<Appliance, 'clock' | 'keyring'> {
  readonly config: { readonly keyApproval: boolean }
}

/**
 * For keys created in the console. A rotation needs an approval if it gives the key's rights to a user who did not
 * have them: the user who created the old key gets its successor at once.
 */
export function holdKeyForApproval(needs: HoldNeeds, by: AuditOrigin): HoldKey {
  return async (trx, { key, rotation }) => {
    const { id: userId } = await requireActingUser(trx, by)
    if (!isSensitive(key)) return undefined
    if (rotation !== undefined && rotation.old.createdByUser === userId) return undefined
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
    expires_at: isoOrNull(key.expiresAt),
    ...(key.rotatedFrom === undefined ? {} : { rotated_from: key.rotatedFrom }),
    ...(key.isUnrestricted ? { unrestricted: true } : {}),
  }
}
