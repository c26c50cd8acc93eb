// Completes a verification that no provider decides, as staff decided: in the transaction that closes its review.

import type { Appliance } from '../appliance.ts'
import { tryOpenDataKey } from '../data-keys/open-data-key.ts'
import type { Trx } from '../db/transaction.ts'
import { runJobNow } from '../jobs/run-job-now.ts'
import { AppError } from '../kernel/app-error.ts'
import { localProvider } from '../providers/local/local-provider.ts'
import type { RequestScoreNeeds, ScoreReply } from '../scoring/request-score.ts'
import { completeNow } from '../verifications/completion/complete-verification.ts'
import type { FollowNeeds } from '../verifications/completion/follow-outcome.ts'
import type { ReviewOutcome } from '../verifications/review-summary.ts'
import { scoreVerification } from '../verifications/score-verification.ts'
import { findVerification } from '../verifications/verification-view.ts'
import type { OutcomeReason, Review } from './review.ts'
import { findReview } from './review-store.ts'
import type { ReviewNeeds } from './review-work.ts'
import { staffOutcome } from './staff-outcome.ts'

export type DecideNeeds = ReviewNeeds &
  FollowNeeds &
  RequestScoreNeeds &
  Pick<Appliance, 'wakeJobs'>

/** An outcome with its reasons. */
interface Decided {
  readonly outcome: ReviewOutcome
  readonly reasons: readonly OutcomeReason[]
}

/**
 * Requests the score that a decision needs; call it before the transaction, because the engine may take seconds.
 * Returns undefined where none was requested, or none can be.
 */
export async function scoreDecision(
  needs: DecideNeeds,
  reviewId: string,
  findDecided: (review: Review) => Decided | undefined,
): Promise<ScoreReply | undefined> {
  const { reader } = needs.db
  const review = await findReview(reader, reviewId)
  const decided = review && findDecided(review)
  const outcome = decided && staffOutcome(decided.outcome, decided.reasons)
  if (review === undefined || outcome === undefined) return undefined
  const verification = await findVerification(reader, review.verificationId)
  const isWanted = verification?.status === 'pending' && verification.scoring.state === 'requested'
  if (!isWanted) return undefined
  const subject = { ...verification, checks: outcome.checks, resultCode: undefined }
  return scoreVerification(needs, subject, new AbortController().signal)
}

/** @throws AppError `conflict` where the outcome does not fit the verification's status */
export async function assertOutcomeFits(
  trx: Trx,
  { verificationId }: Review,
  outcome: ReviewOutcome,
): Promise<void> {
  const verification = await findVerification(trx, verificationId)
  const isPending = verification?.status === 'pending'
  const decides = staffOutcome(outcome, []) !== undefined
  if (isPending === decides) return
  throw new AppError(
    'conflict',
    isPending
      ? 'No decision has been made yet: outcome must be approved or declined.'
      : 'The verification has its decision already: outcome must be confirm or dispute. Load the review again.',
  )
}

/**
 * Does nothing where staff only judged an automatic decision.
 * @throws AppError `conflict` if it was completed meanwhile
 */
export async function completeAsDecided(
  needs: DecideNeeds,
  trx: Trx,
  { verificationId }: Review,
  { outcome: decision, reasons, scored }: Decided & { readonly scored: ScoreReply | undefined },
): Promise<void> {
  const verification = await findVerification(trx, verificationId)
  const outcome = staffOutcome(decision, reasons, verification?.checks)
  if (outcome === undefined) return
  const dataKey = await tryOpenDataKey(needs, trx, verificationId)
  const answer = { provider: localProvider, decided_by: 'staff' }
  const completion = { outcome, answer, dataKey, ...(scored ? { scored } : {}) }
  if (await completeNow(needs, trx, verificationId, completion)) return
  throw new AppError('conflict', 'The verification has been completed meanwhile. Load it again.')
}

/** Its job has nothing left to wait for. Call it after the commit. */
export async function endJobOfDecided(
  needs: DecideNeeds,
  { verificationId, progress }: Review,
): Promise<void> {
  if (progress.state !== 'closed' || staffOutcome(progress.outcome, []) === undefined) return
  await runJobNow(needs, { kind: 'verification.run', subjectId: verificationId })
}
