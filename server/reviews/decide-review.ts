// Decides a review: confirms or disputes the automatic decision, at once or as a proposal to a second person. The
// verification's status does not change (rulings 4.7), save that staff decide a pending one.

import { inTransaction, type Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { newId } from '../kernel/ids.ts'
import type { ScoreReply } from '../scoring/request-score.ts'
import { assertStillMay } from '../users/assert-still-may.ts'
import type { ReviewOutcome } from '../verifications/review-summary.ts'
import { assertNotAssignedToOther } from './assert-not-assigned.ts'
import { setAssignee } from './assignment-store.ts'
import {
  assertOutcomeFits,
  completeAsDecided,
  type DecideNeeds,
  endJobOfDecided,
  scoreDecision,
} from './decide-pending.ts'
import { answerDecision, insertDecision, workedOn } from './decision-store.ts'
import {
  assertHeldBy,
  assertSecondPerson,
  needsSecondPerson,
  proposalFor,
} from './four-eyes-policy.ts'
import { advanceReview } from './keep-review.ts'
import { publishReviewEvent } from './publish-review-event.ts'
import { openQualityCheck } from './quality/open-quality-check.ts'
import { keepForMakerMs, type OutcomeReason, type RejectionReason, type Review } from './review.ts'
import { digestReviewBasis } from './review-basis-view.ts'
import { reviewClosedEvent } from './review-closed-event-json.ts'
import { deleteNoticesOf, insertReviewNotices } from './review-notice-store.ts'
import { listReviewers } from './review-view.ts'
import {
  addEntry,
  auditReview,
  type ReviewActor,
  type ReviewNeeds,
  requireReview,
} from './review-work.ts'
import { readSecondPerson } from './second-person.ts'
import { voidProposal } from './write-entry.ts'

export interface Decision {
  readonly outcome: ReviewOutcome
  readonly reasons: readonly OutcomeReason[]
  readonly note?: string | undefined
  /** The only user who may answer the proposal. Naming one requires a second person whatever the policy says. */
  readonly checkerId?: string | undefined
}

/**
 * Closes the review, or makes a proposal if a second person is needed; either way the claim ends.
 * @throws AppError `not_found`; `unauthenticated` and `missing_permission` for a user who lost the right while a score
 * was computed; `conflict` when this user does not hold the review or it is not open;
 * `invalid_request` for a checker who is not another active reviewer
 */
export async function decideReview(
  needs: DecideNeeds,
  actor: ReviewActor,
  id: string,
  decision: Decision,
): Promise<Review> {
  const { outcome, reasons, note, checkerId } = decision
  const mayDecideAlone =
    checkerId === undefined && !needsSecondPerson(needs.config.reviews.fourEyes, outcome)
  const scored = await scoreDecision(needs, id, () => (mayDecideAlone ? decision : undefined))
  const review = await inTransaction(needs.db, async (trx) => {
    await assertStillMay(trx, actor.by, 'reviews.work')
    const review = await requireReview(trx, id)
    if (review.progress.state !== 'open') {
      throw new AppError(
        'conflict',
        'This review already has a decision or a proposal. Load it again.',
      )
    }
    const at = needs.clock.now()
    assertHeldBy(review, actor.userId, at)
    await assertOutcomeFits(trx, review, outcome)
    if (!mayDecideAlone) return propose(needs, trx, actor, review, decision)
    const { userId: authorId } = actor
    const evidence = await digestReviewBasis(trx, review)
    const details = { outcome, reasons: [...reasons], evidence }
    await addEntry(needs, trx, review, { kind: 'decided', details, note, authorId })
    const made = { decidedBy: authorId, outcome, at, workedMs: workedOn(review, at) }
    await insertDecision(trx, review, { ...made, result: 'final' })
    const decided = { outcome, reasons, evidence, decidedBy: authorId, scored }
    return close(needs, trx, actor, review, decided)
  })
  await endJobOfDecided(needs, review)
  return review
}

interface ProposalAnswer {
  readonly proposalId: string
  readonly note?: string | undefined
}

/**
 * Closes the review as proposed.
 * @throws AppError as `proposalFor`; `conflict` when the evidence changed since, which voids the proposal
 */
export async function approveProposal(
  needs: DecideNeeds,
  actor: ReviewActor,
  id: string,
  { proposalId, note }: ProposalAnswer,
): Promise<Review> {
  const { userId } = actor
  const scored = await scoreDecision(needs, id, ({ progress }) =>
    progress.state === 'proposed' ? progress.proposal : undefined,
  )
  const closed = await inTransaction(needs.db, async (trx) => {
    await assertStillMay(trx, actor.by, 'reviews.work')
    const review = await requireReview(trx, id)
    const nowMs = needs.clock.now()
    await assertNotAssignedToOther(trx, review, userId)
    const second = await readSecondPerson(needs, trx, review, userId)
    const proposal = proposalFor(review, { second, proposalId, nowMs })
    const { by, outcome, reasons, evidence } = proposal
    if ((await digestReviewBasis(trx, review)) !== evidence) {
      await voidProposal(needs, trx, actor, review)
      return undefined
    }
    const details = { proposal_id: proposalId, outcome, reasons: [...reasons], evidence }
    await addEntry(needs, trx, review, { kind: 'approved', details, note, authorId: userId })
    await auditReview(needs, trx, actor, review, 'review.approved', { decision: outcome })
    const answer = { result: 'approved', secondId: userId, at: nowMs } as const
    await answerDecision(trx, id, answer)
    const decision = { outcome, reasons, evidence, decidedBy: by, approvedBy: userId, scored }
    return close(needs, trx, actor, review, decision)
  })
  if (closed) {
    await endJobOfDecided(needs, closed)
    return closed
  }
  const message =
    'The evidence changed after this was proposed, so the proposal is void. Check the review again.'
  throw new AppError('conflict', message)
}

/** Returns the review to its proposer. @throws AppError as `proposalFor` */
export function rejectProposal(
  needs: ReviewNeeds,
  actor: ReviewActor,
  id: string,
  { proposalId, note, reason }: ProposalAnswer & { readonly reason: RejectionReason },
): Promise<Review> {
  const { userId } = actor
  return inTransaction(needs.db, async (trx) => {
    const review = await requireReview(trx, id)
    const nowMs = needs.clock.now()
    await assertNotAssignedToOther(trx, review, userId)
    const second = await readSecondPerson(needs, trx, review, userId)
    const { by } = proposalFor(review, { second, proposalId, nowMs })
    const details = { proposal_id: proposalId, rejection: reason }
    await addEntry(needs, trx, review, { kind: 'rejected', details, note, authorId: userId })
    await advanceReview(trx, review, { state: 'open' }, { by, until: nowMs + keepForMakerMs })
    await setAssignee(trx, [id], undefined)
    await answerDecision(trx, id, { result: 'rejected', secondId: userId, at: nowMs })
    const notice = { userId: by, kind: 'rejected', byId: userId, reason, at: nowMs } as const
    await insertReviewNotices(trx, [review], notice)
    await auditReview(needs, trx, actor, review, 'review.rejected', { reason })
    return requireReview(trx, id)
  })
}

async function propose(
  needs: ReviewNeeds,
  trx: Trx,
  actor: ReviewActor,
  review: Review,
  { outcome, reasons, note, checkerId }: Decision,
): Promise<Review> {
  const { userId: authorId } = actor
  if (checkerId !== undefined) await assertChecker(needs, trx, review, { by: authorId, checkerId })
  const at = needs.clock.now()
  const id = newId('prp', at)
  const evidence = await digestReviewBasis(trx, review)
  const proposal = { id, by: authorId, at, outcome, reasons, checkerId, evidence }
  await advanceReview(trx, review, { state: 'proposed', proposal })
  await setAssignee(trx, [review.id], undefined)
  const made = { decidedBy: authorId, outcome, at, workedMs: workedOn(review, at) }
  await insertDecision(trx, review, { ...made, result: 'proposed' })
  const checker = checkerId === undefined ? {} : { checker_id: checkerId }
  const details = { proposal_id: id, outcome, reasons: [...reasons], evidence, ...checker }
  await addEntry(needs, trx, review, { kind: 'proposed', details, note, authorId })
  await auditReview(needs, trx, actor, review, 'review.proposed', { decision: outcome, evidence })
  return requireReview(trx, review.id)
}

async function assertChecker(
  needs: ReviewNeeds,
  trx: Trx,
  review: Review,
  proposal: { readonly by: string; readonly checkerId: string },
): Promise<void> {
  const { by, checkerId } = proposal
  const reviewers = await listReviewers(trx)
  if (checkerId !== by && reviewers.some(({ id }) => id === checkerId)) {
    return assertSecondPerson(proposal, await readSecondPerson(needs, trx, review, checkerId))
  }
  const message = 'checker_id must be another active reviewer.'
  const details = [{ param: 'checker_id', code: 'invalid', message }]
  throw new AppError('invalid_request', message, { param: 'checker_id', details })
}

async function close(
  needs: DecideNeeds,
  trx: Trx,
  actor: ReviewActor,
  review: Review,
  decision: {
    readonly outcome: ReviewOutcome
    readonly reasons: readonly OutcomeReason[]
    /** Digest of the evidence that the decision rests on. */
    readonly evidence: string
    readonly decidedBy: string
    readonly approvedBy?: string
    /** For a verification that this decision completes. */
    readonly scored: ScoreReply | undefined
  },
): Promise<Review> {
  const { approvedBy, evidence, scored, ...decided } = decision
  const at = needs.clock.now()
  await advanceReview(trx, review, { state: 'closed', ...decided, approvedBy, at })
  await deleteNoticesOf(trx, [review.id])
  await completeAsDecided(needs, trx, review, { ...decision, scored })
  await publishReviewEvent(needs, trx, review, {
    type: 'review.closed',
    payloadOf: (verification) => reviewClosedEvent(verification, { ...decided, closedAt: at }),
  })
  const [reason = ''] = decision.reasons
  const details = { decision: decision.outcome, reason, evidence }
  await auditReview(needs, trx, actor, review, 'verification.reviewed', details)
  const closed = await requireReview(trx, review.id)
  await openQualityCheck(needs, trx, closed)
  return closed
}
