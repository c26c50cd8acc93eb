// Claims, releases, decides and cancels quality checks.

import type { AuditAction } from '../../audit/audit.ts'
import type { AuditDetails } from '../../audit/audit-details.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { inTransaction, type Trx } from '../../db/transaction.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Environment } from '../../kernel/environment.ts'
import { isId } from '../../kernel/ids.ts'
import { claimMs, holderAt } from '../review.ts'
import { findReview } from '../review-store.ts'
import type { ReviewActor, ReviewNeeds } from '../review-work.ts'
import { findNextQualityCheck } from './open-checks-view.ts'
import { isOpenAt, type JudgedDecision, type QualityCheck, resultOf } from './quality-check.ts'
import {
  claimQualityCheck,
  closeQualityCheck,
  findQualityCheck,
  releaseQualityChecks,
} from './quality-store.ts'

/** Claims the oldest check that this user may make; undefined if there is none. */
export function claimNextQualityCheck(
  needs: ReviewNeeds,
  actor: ReviewActor,
  environment: Environment,
): Promise<QualityCheck | undefined> {
  return inTransaction(needs.db, async (trx) => {
    const wanted = { environment, userId: actor.userId, nowMs: needs.clock.now() }
    const id = await findNextQualityCheck(trx, wanted)
    return id === undefined ? undefined : claimWithin(needs, trx, actor, id)
  })
}

/**
 * Claims the check or renews its claim, and releases the user's other checks.
 * @throws AppError `not_found`; `conflict` when it is closed or another user holds it; `second_person_required` for
 * users who had a part in the first decision
 */
export function claimQuality(
  needs: ReviewNeeds,
  actor: ReviewActor,
  id: string,
): Promise<QualityCheck> {
  return inTransaction(needs.db, (trx) => claimWithin(needs, trx, actor, id))
}

/** @throws AppError `not_found`; `conflict` when this user does not hold the check */
export function releaseQuality(needs: ReviewNeeds, actor: ReviewActor, id: string): Promise<void> {
  return inTransaction(needs.db, async (trx) => {
    const check = await requireOpen(needs, trx, id)
    assertHeld(check, actor.userId, needs.clock.now())
    await releaseQualityChecks(trx, actor.userId, undefined)
    await audit(needs, trx, actor, check, 'quality.check_released')
  })
}

/**
 * Records the second decision. It changes neither the review nor the verification, and publishes no event.
 * @throws AppError `not_found`; `conflict` when it is closed or this user does not hold it
 */
export function decideQuality(
  needs: ReviewNeeds,
  actor: ReviewActor,
  id: string,
  { outcome, reasons }: JudgedDecision,
): Promise<void> {
  return inTransaction(needs.db, async (trx) => {
    const check = await requireOpen(needs, trx, id)
    const at = needs.clock.now()
    assertHeld(check, actor.userId, at)
    const review = await findReview(trx, check.reviewId)
    if (review?.progress.state !== 'closed') throw new Error('a checked review is not closed')
    const result = resultOf(review.progress, { outcome, reasons })
    const workedMs = Math.max(0, at - (check.claimedAt ?? at))
    const made = { outcome, reasons, by: actor.userId, workedMs }
    if (!(await closeQualityCheck(trx, id, { result, at, made }))) throw closed()
    const [reason = ''] = reasons
    await audit(needs, trx, actor, check, 'quality.check_decided', { decision: outcome, reason })
  })
}

/** The first decision is shown again to all. @throws AppError `not_found`; `conflict` when it is closed */
export function cancelQuality(needs: ReviewNeeds, actor: ReviewActor, id: string): Promise<void> {
  return inTransaction(needs.db, async (trx) => {
    const check = await requireOpen(needs, trx, id)
    const at = needs.clock.now()
    if (!(await closeQualityCheck(trx, id, { result: 'cancelled', at }))) throw closed()
    await audit(needs, trx, actor, check, 'quality.check_cancelled')
  })
}

async function claimWithin(
  needs: ReviewNeeds,
  trx: Trx,
  actor: ReviewActor,
  id: string,
): Promise<QualityCheck> {
  const { userId } = actor
  const nowMs = needs.clock.now()
  const check = await requireOpen(needs, trx, id)
  if (check.involved.includes(userId)) {
    const message = 'You had a part in the first decision, so another user has to check it.'
    throw new AppError('second_person_required', message)
  }
  const isRenewal = holderAt(check, nowMs) === userId
  const since = isRenewal ? (check.claimedAt ?? nowMs) : nowMs
  const claim = { by: userId, until: nowMs + claimMs, since }
  if (!(await claimQualityCheck(trx, id, claim, nowMs))) {
    throw new AppError('conflict', 'Another user makes this quality check. Take another one.')
  }
  await releaseQualityChecks(trx, userId, id)
  if (!isRenewal) await audit(needs, trx, actor, check, 'quality.check_claimed')
  return { ...check, claim, claimedAt: since }
}

async function requireOpen(
  { clock }: Pick<ReviewNeeds, 'clock'>,
  trx: Trx,
  id: string,
): Promise<QualityCheck> {
  const check = isId('qck', id) ? await findQualityCheck(trx, id) : undefined
  if (check === undefined) throw new AppError('not_found', 'No quality check has this id.')
  if (!isOpenAt(check, clock.now())) throw closed()
  return check
}

function closed(): AppError {
  return new AppError('conflict', 'This quality check is closed. Take another one.')
}

/** @throws AppError `conflict` */
function assertHeld(check: QualityCheck, userId: string, nowMs: number): void {
  if (holderAt(check, nowMs) === userId) return
  const message = 'You do not hold this quality check, or your claim has expired. Claim it first.'
  throw new AppError('conflict', message)
}

function audit(
  needs: ReviewNeeds,
  trx: Trx,
  { by }: ReviewActor,
  { id, verificationId }: QualityCheck,
  action: AuditAction,
  details: AuditDetails = {},
): Promise<unknown> {
  const subject = { kind: 'verification', id: verificationId } as const
  return recordAudit(needs, trx, { by, action, subject, details: { ...details, result_id: id } })
}
