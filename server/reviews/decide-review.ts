// What people say of the product's decision: confirmed or disputed, at once or as a proposal to a second
// person. The verification's status stays what it is (rulings 4.7).

import { inTransaction, type Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { newId } from '../kernel/ids.ts'
import {
  assertHeldBy,
  assertSecondPerson,
  needsSecondPerson,
  proposalFor,
} from './four-eyes-policy.ts'
import {
  keepForMakerMs,
  type OutcomeReason,
  type RejectionReason,
  type Review,
  type ReviewOutcome,
} from './review.ts'
import { digestEvidence } from './review-evidence-view.ts'
import { setProgress } from './review-store.ts'
import { listReviewers } from './review-view.ts'
import { type Acting, addEntry, type ReviewNeeds, requireReview, trace } from './review-work.ts'
import { readSecondPerson } from './second-person.ts'
import { voidProposal } from './write-entry.ts'

export interface Decision {
  readonly outcome: ReviewOutcome
  readonly reasons: readonly OutcomeReason[]
  readonly note?: string | undefined
  /** Who alone may answer; naming somebody asks for a second person whatever the policy says. */
  readonly checkerId?: string | undefined
}

/**
 * Closes the case, or proposes to where a second person is needed. Either way it is no longer held.
 * @throws AppError `not_found`; `conflict` where this member does not hold it or it is not open;
 * `invalid_request` for a checker who cannot be one
 */
export function decideReview(
  needs: ReviewNeeds,
  acting: Acting,
  id: string,
  decision: Decision,
): Promise<Review> {
  const { outcome, reasons, note, checkerId } = decision
  return inTransaction(needs.db, async (trx) => {
    const review = await requireReview(trx, id)
    if (review.progress.state !== 'open') {
      throw new AppError('conflict', 'This case is decided or proposed already. Load it again.')
    }
    assertHeldBy(review, acting.memberId, needs.clock.now())
    const isAlone =
      checkerId === undefined && !needsSecondPerson(needs.config.reviews.fourEyes, outcome)
    if (!isAlone) return propose(needs, trx, acting, review, decision)
    const { memberId: authorId } = acting
    const evidence = await digestEvidence(trx, review)
    const details = { outcome, reasons: [...reasons], evidence }
    await addEntry(needs, trx, review, { kind: 'decided', details, note, authorId })
    return close(needs, trx, acting, review, { outcome, reasons, evidence, decidedBy: authorId })
  })
}

export interface ProposalAnswer {
  readonly proposalId: string
  readonly note?: string | undefined
}

/**
 * Closes the case as was proposed.
 * @throws AppError as `proposalFor`; `conflict` where the evidence changed since, which voids the proposal
 */
export async function approveProposal(
  needs: ReviewNeeds,
  acting: Acting,
  id: string,
  { proposalId, note }: ProposalAnswer,
): Promise<Review> {
  const { memberId } = acting
  const closed = await inTransaction(needs.db, async (trx) => {
    const review = await requireReview(trx, id)
    const nowMs = needs.clock.now()
    const second = await readSecondPerson(needs, trx, review, memberId)
    const proposal = proposalFor(review, { second, proposalId, nowMs })
    const { by, outcome, reasons, evidence } = proposal
    if ((await digestEvidence(trx, review)) !== evidence) {
      await voidProposal(needs, trx, acting, review)
      return undefined
    }
    const details = { proposal_id: proposalId, outcome, reasons: [...reasons], evidence }
    await addEntry(needs, trx, review, { kind: 'approved', details, note, authorId: memberId })
    await trace(needs, trx, acting, review, 'review.approved', { decision: outcome })
    const decision = { outcome, reasons, evidence, decidedBy: by, approvedBy: memberId }
    return close(needs, trx, acting, review, decision)
  })
  if (closed) return closed
  const message =
    'The evidence changed after this was proposed, so the proposal is void. Look at the case anew.'
  throw new AppError('conflict', message)
}

/** Gives the case back to who proposed. @throws AppError as `proposalFor` */
export function rejectProposal(
  needs: ReviewNeeds,
  acting: Acting,
  id: string,
  { proposalId, note, reason }: ProposalAnswer & { readonly reason: RejectionReason },
): Promise<Review> {
  const { memberId } = acting
  return inTransaction(needs.db, async (trx) => {
    const review = await requireReview(trx, id)
    const nowMs = needs.clock.now()
    const second = await readSecondPerson(needs, trx, review, memberId)
    const { by } = proposalFor(review, { second, proposalId, nowMs })
    const details = { proposal_id: proposalId, rejection: reason }
    await addEntry(needs, trx, review, { kind: 'rejected', details, note, authorId: memberId })
    await setProgress(trx, id, { state: 'open' }, { by, until: nowMs + keepForMakerMs })
    await trace(needs, trx, acting, review, 'review.rejected', { reason })
    return requireReview(trx, id)
  })
}

async function propose(
  needs: ReviewNeeds,
  trx: Trx,
  acting: Acting,
  review: Review,
  { outcome, reasons, note, checkerId }: Decision,
): Promise<Review> {
  const { memberId: authorId } = acting
  if (checkerId !== undefined) await assertChecker(needs, trx, review, { by: authorId, checkerId })
  const at = needs.clock.now()
  const id = newId('prp', at)
  const evidence = await digestEvidence(trx, review)
  const proposal = { id, by: authorId, at, outcome, reasons, checkerId, evidence }
  await setProgress(trx, review.id, { state: 'proposed', proposal })
  const named = checkerId === undefined ? {} : { checker_id: checkerId }
  const details = { proposal_id: id, outcome, reasons: [...reasons], evidence, ...named }
  await addEntry(needs, trx, review, { kind: 'proposed', details, note, authorId })
  await trace(needs, trx, acting, review, 'review.proposed', { decision: outcome, evidence })
  return requireReview(trx, review.id)
}

async function assertChecker(
  needs: ReviewNeeds,
  trx: Trx,
  review: Review,
  named: { readonly by: string; readonly checkerId: string },
): Promise<void> {
  const { by, checkerId } = named
  const reviewers = await listReviewers(trx)
  if (checkerId !== by && reviewers.some(({ id }) => id === checkerId)) {
    return assertSecondPerson(named, await readSecondPerson(needs, trx, review, checkerId))
  }
  const message = 'checker_id is another member who reviews and is active.'
  const details = [{ param: 'checker_id', code: 'invalid', message }]
  throw new AppError('invalid_request', message, { param: 'checker_id', details })
}

async function close(
  needs: ReviewNeeds,
  trx: Trx,
  acting: Acting,
  review: Review,
  decision: {
    readonly outcome: ReviewOutcome
    readonly reasons: readonly OutcomeReason[]
    /** Digest of what it rests on. */
    readonly evidence: string
    readonly decidedBy: string
    readonly approvedBy?: string
  },
): Promise<Review> {
  const { approvedBy, evidence, ...decided } = decision
  const at = needs.clock.now()
  await setProgress(trx, review.id, { state: 'closed', ...decided, approvedBy, at })
  const [reason = ''] = decision.reasons
  const details = { decision: decision.outcome, reason, evidence }
  await trace(needs, trx, acting, review, 'verification.reviewed', details)
  return requireReview(trx, review.id)
}
