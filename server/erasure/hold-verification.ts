// Sets and releases legal holds, and records when the relationship with a client ended.

import type { AuditOrigin } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import { type Db, inTransaction, type Reader, type Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { dayMs } from '../kernel/durations.ts'
import { isId, newId } from '../kernel/ids.ts'
import type { Verification } from '../verifications/verification.ts'
import { findVerification } from '../verifications/verification-view.ts'
import type { LegalHold } from './hold.ts'
import {
  countHoldsInForce,
  deleteRelationshipEnd,
  findHold,
  findRelationshipEnd,
  insertHold,
  pruneHoldsOver,
  setRelationshipEnd,
  setReleased,
} from './hold-store.ts'
import { readRetentionFacts } from './retention-facts-view.ts'
import { kindOfRetention } from './retention-policy.ts'

interface HoldNeeds extends AuditNeeds {
  readonly db: Db
}

/** Of one verification. More authorities than this never ask for the same person. */
const holdsInForceMax = 50
/** Of those of one verification that are over. The audit log has the others, without their references. */
const holdsOverKeptMax = 50

/**
 * @throws AppError `not_found`; `conflict` if the verification is erased or has as many holds as it may;
 * `invalid_request` for an `until` in the past
 */
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
    if ((await countHoldsInForce(trx, verificationId, nowMs)) >= holdsInForceMax) {
      const message = `This verification has ${holdsInForceMax} legal holds in force, which is as many as it may have. Release one that is no longer needed first.`
      throw new AppError('conflict', message)
    }
    const hold: LegalHold = {
      id: newId('hld', nowMs),
      ...order,
      setBy: by.actor,
      setAt: nowMs,
      released: undefined,
    }
    await pruneHoldsOver(trx, verificationId, { keptMax: holdsOverKeptMax, nowMs })
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

/** Returns a hold that can be released. @throws AppError `not_found`; `conflict` if it was released already */
export async function requireHeld(db: Reader, id: string): Promise<LegalHold> {
  const hold = isId('hld', id) ? await findHold(db, id) : undefined
  if (hold === undefined) throw new AppError('not_found', 'No legal hold has this id.')
  if (hold.released !== undefined) throw releasedAlready()
  return hold
}

function releasedAlready(): AppError {
  return new AppError('conflict', 'This legal hold was released already.')
}

/** @throws AppError `not_found`; `conflict` if it was released already */
export function releaseHold(needs: HoldNeeds, by: AuditOrigin, id: string): Promise<LegalHold> {
  return inTransaction(needs.db, async (trx) => {
    const hold = await requireHeld(trx, id)
    const at = needs.clock.now()
    if (!(await setReleased(trx, id, by.actor, at))) throw releasedAlready()
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
 * Records the day on which the relationship with the client ended: the period of retention begins there. An earlier
 * statement is replaced, and the audit log keeps both. Returns the day that was stated before, if another.
 * @throws AppError `not_found`; `conflict` for a verification that is erased or began no relationship;
 * `invalid_request` for a day before the verification or after today
 */
export function endRelationship(
  needs: HoldNeeds,
  by: AuditOrigin,
  { verificationId, endedAt }: { readonly verificationId: string; readonly endedAt: number },
): Promise<number | undefined> {
  return inTransaction(needs.db, async (trx) => {
    const verification = await assertKept(needs, trx, verificationId)
    if (kindOfRetention(verification) !== 'client') {
      const message = 'Only an approved live verification begins a relationship with a client.'
      throw new AppError('conflict', message)
    }
    const nowMs = needs.clock.now()
    if (endedAt > nowMs || endedAt + dayMs <= verification.createdAt) {
      const message = 'The day must lie between the submission of the verification and today.'
      throw new AppError('invalid_request', message, { param: 'on' })
    }
    const former = await findRelationshipEnd(trx, verificationId)
    const isOther = former !== undefined && former !== endedAt
    await setRelationshipEnd(trx, verificationId, { endedAt, by: by.actor, nowMs })
    await recordAudit(needs, trx, {
      by,
      action: isOther
        ? 'verification.relationship_end_corrected'
        : 'verification.relationship_ended',
      subject: { kind: 'verification', id: verificationId },
      details: { since: endedAt, ...(isOther && { former_since: former }) },
    })
    return isOther ? former : undefined
  })
}

/**
 * Takes back an end that was stated for the wrong client; the audit log keeps it.
 * @throws AppError `not_found`; `conflict` for an erased verification, or if no end is stated
 */
export function withdrawRelationshipEnd(
  needs: HoldNeeds,
  by: AuditOrigin,
  verificationId: string,
): Promise<number> {
  return inTransaction(needs.db, async (trx) => {
    await assertKept(needs, trx, verificationId)
    const former = await findRelationshipEnd(trx, verificationId)
    if (former === undefined) {
      throw new AppError('conflict', 'No end of the relationship is recorded.')
    }
    await deleteRelationshipEnd(trx, verificationId)
    await recordAudit(needs, trx, {
      by,
      action: 'verification.relationship_end_corrected',
      subject: { kind: 'verification', id: verificationId },
      details: { former_since: former },
    })
    return former
  })
}

async function assertKept(needs: HoldNeeds, trx: Trx, id: string): Promise<Verification> {
  const verification = isId('ver', id) ? await findVerification(trx, id) : undefined
  if (verification === undefined) throw new AppError('not_found', 'No verification has this id.')
  const { isErased } = await readRetentionFacts(trx, id, needs.clock.now())
  if (isErased) throw new AppError('conflict', 'This verification is erased.')
  return verification
}
