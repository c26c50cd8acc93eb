// Deletes the notes in the history of a verification's review and its copy of the score, in the transaction that
// erases the verification. The history itself holds codes and ids only, and stays.

import type { AuditOrigin } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import type { Trx } from '../db/transaction.ts'
import { forgetScore, removeNotes } from './erase-review-store.ts'
import { digestReviews } from './review-digest-view.ts'
import { findReviewOf } from './review-store.ts'

/** Returns how many notes it deleted. */
export async function eraseNotesOf(trx: Trx, verificationId: string): Promise<number> {
  const review = await findReviewOf(trx, verificationId)
  if (review === undefined) return 0
  await forgetScore(trx, review.id)
  return removeNotes(trx, review.id)
}

/** Records the review's rows as they are now, which its last audit entry must match. Does nothing without a review. */
export async function auditErasedReview(
  needs: AuditNeeds,
  trx: Trx,
  by: AuditOrigin,
  verificationId: string,
): Promise<void> {
  const review = await findReviewOf(trx, verificationId)
  const [digests] = review === undefined ? [] : await digestReviews(needs, trx, [review.id])
  if (review === undefined || digests === undefined) return
  const parts = Object.entries(digests.parts).map(([part, digest]) => `${part}:${digest}`)
  await recordAudit(needs, trx, {
    by,
    action: 'review.erased',
    subject: { kind: 'verification', id: verificationId },
    details: { result_id: review.id, parts },
  })
}
