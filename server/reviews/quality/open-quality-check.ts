// Draws whether a review that was just closed is checked by a second reviewer, in the transaction that closes it.

import { fromSystem } from '../../audit/audit.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Trx } from '../../db/transaction.ts'
import { newId } from '../../kernel/ids.ts'
import { findErasedAt } from '../../verifications/erasure/erased-view.ts'
import { isDrawn } from '../queue-policy.ts'
import type { Review } from '../review.ts'
import { listAuthors } from '../review-view.ts'
import type { ReviewNeeds } from '../review-work.ts'
import { isJudging } from './quality-check.ts'
import {
  closeQualityCheck,
  deleteCancelledCheck,
  findQualityCheckOf,
  insertQualityCheck,
} from './quality-store.ts'

/**
 * Draws by the random end of the check's own id, which nobody knows before the decision: whoever decides cannot tell
 * whether they will be checked.
 */
export async function openQualityCheck(
  { config, clock, keyring }: ReviewNeeds,
  trx: Trx,
  { id: reviewId, verificationId, environment, progress }: Review,
): Promise<void> {
  if (progress.state !== 'closed' || !isJudging(progress.outcome)) return
  const createdAt = clock.now()
  const id = newId('qck', createdAt)
  if (!isDrawn(id, config.reviews.qualityPercent)) return
  if ((await findErasedAt(trx, verificationId)) !== undefined) return
  // That of an earlier decision, which nobody checked, gives way; else a review is checked once.
  await deleteCancelledCheck(trx, verificationId)
  if ((await findQualityCheckOf(trx, verificationId)) !== undefined) return
  const { decidedBy, approvedBy } = progress
  const users = [decidedBy, approvedBy, ...(await listAuthors(trx, reviewId))]
  const involved = [...new Set(users.filter((user) => user !== undefined))]
  const check = { id, reviewId, verificationId, environment, decidedBy, involved, createdAt }
  await insertQualityCheck(trx, check)
  await recordAudit({ clock, keyring }, trx, {
    by: fromSystem,
    action: 'quality.check_opened',
    subject: { kind: 'verification', id: verificationId },
    details: { result_id: id },
  })
}

/**
 * Ends an open check in the transaction that erases its verification (nothing is left to look at) or opens its review
 * again (`cancelled`: the decision stands no more, and the next one is drawn like any other).
 */
export async function endQualityCheckOf(
  trx: Trx,
  verificationId: string,
  { result, at }: { readonly result: 'erased' | 'cancelled'; readonly at: number },
): Promise<void> {
  const check = await findQualityCheckOf(trx, verificationId)
  if (check) await closeQualityCheck(trx, check.id, { result, at })
}
