// Sets and releases legal holds, and records when the relationship with a client ended.

import type { AuditOrigin } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import { type Db, inTransaction } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { isId, newId } from '../kernel/ids.ts'
import { findVerification } from '../verifications/verification-view.ts'
import type { LegalHold } from './hold.ts'
import { findHold, insertHold, setRelationshipEnd, setReleased } from './hold-store.ts'
import { readRetentionFacts } from './retention-facts-view.ts'
import { kindOfRetention } from './retention-policy.ts'

interface HoldNeeds extends AuditNeeds {
  readonly db: Db
}

/** @throws AppError `not_found`; `conflict` if the verification is erased; `invalid_request` for an `until` in the past */
export function setHold(
  needs: HoldNeeds,
  by: AuditOrigin,
  order: Pick<LegalHold, 'verificationId' | 'reason' | 'reference' | 'until'>,
): Promise<LegalHold> {
  return inTransaction(needs.db, async (trx) => {
    const nowMs = needs.clock.now()
    const { verificationId, until } = order
    await assertKept(needs, trx, verificationId)
    if (until !== undefined && until <= nowMs) {
      throw new AppError('invalid_request', 'until must be in the future.', { param: 'until' })
    }
    const hold: LegalHold = {
      id: newId('hld', nowMs),
      ...order,
      setBy: by.actor,
      setAt: nowMs,
      released: undefined,
    }
    await insertHold(trx, hold)
    await recordAudit(needs, trx, {
      by,
      action: 'verification.held',
      subject: { kind: 'verification', id: verificationId },
      details: {
        reason: order.reason,
        result_id: hold.id,
        ...(until === undefined ? {} : { expires_at: until }),
      },
    })
    return hold
  })
}

/** @throws AppError `not_found`; `conflict` if it was released already */
export function releaseHold(needs: HoldNeeds, by: AuditOrigin, id: string): Promise<LegalHold> {
  return inTransaction(needs.db, async (trx) => {
    const hold = isId('hld', id) ? await findHold(trx, id) : undefined
    if (hold === undefined) throw new AppError('not_found', 'No legal hold has this id.')
    const at = needs.clock.now()
    if (!(await setReleased(trx, id, by.actor, at))) {
      throw new AppError('conflict', 'This legal hold was released already.')
    }
    await recordAudit(needs, trx, {
      by,
      action: 'verification.hold_released',
      subject: { kind: 'verification', id: hold.verificationId },
      details: { reason: hold.reason, result_id: id },
    })
    return { ...hold, released: { by: by.actor, at } }
  })
}

/**
 * Records the day on which the relationship with the client ended: the period of retention begins there. Replaces an
 * earlier statement.
 * @throws AppError `not_found`; `conflict` for a verification that is erased or began no relationship;
 * `invalid_request` for a day before the verification or after today
 */
export function endRelationship(
  needs: HoldNeeds,
  by: AuditOrigin,
  { verificationId, endedAt }: { readonly verificationId: string; readonly endedAt: number },
): Promise<void> {
  return inTransaction(needs.db, async (trx) => {
    const verification = await assertKept(needs, trx, verificationId)
    if (kindOfRetention(verification) !== 'client') {
      const message = 'Only an approved live verification begins a relationship with a client.'
      throw new AppError('conflict', message)
    }
    const nowMs = needs.clock.now()
    const dayMs = 86_400_000
    if (endedAt > nowMs || endedAt + dayMs <= verification.createdAt) {
      const message = 'The day must lie between the submission of the verification and today.'
      throw new AppError('invalid_request', message, { param: 'on' })
    }
    await setRelationshipEnd(trx, verificationId, { endedAt, by: by.actor, nowMs })
    await recordAudit(needs, trx, {
      by,
      action: 'verification.relationship_ended',
      subject: { kind: 'verification', id: verificationId },
      details: { since: endedAt },
    })
  })
}

async function assertKept(
  needs: HoldNeeds,
  trx: Parameters<typeof findVerification>[0],
  id: string,
) {
  const verification = isId('ver', id) ? await findVerification(trx, id) : undefined
  if (verification === undefined) throw new AppError('not_found', 'No verification has this id.')
  const { isErased } = await readRetentionFacts(trx, id, needs.clock.now())
  if (isErased) throw new AppError('conflict', 'This verification is erased.')
  return verification
}
