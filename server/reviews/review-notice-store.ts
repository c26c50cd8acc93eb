// Stores notices to reviewers; a notice that was seen or no longer holds is deleted.

import { orNull } from '../db/columns.ts'
import type { Trx } from '../db/transaction.ts'
import { newId } from '../kernel/ids.ts'
import type { RejectionReason, Review } from './review.ts'
import type { ReviewNoticeKind } from './review-notice.ts'

interface NewReviewNotice {
  readonly userId: string
  readonly kind: ReviewNoticeKind
  readonly byId: string | undefined
  readonly reason?: RejectionReason
  readonly at: number
}

/** Replaces an older notice of the same kind about the same review. */
export async function insertReviewNotice(
  trx: Trx,
  review: Pick<Review, 'id' | 'verificationId' | 'environment'>,
  { userId, kind, byId, reason, at }: NewReviewNotice,
): Promise<void> {
  await deleteNoticesOf(trx, review.id, { userId, kind })
  await trx
    .insertInto('review_notices')
    .values({
      id: newId('rnt', at),
      user_id: userId,
      review_id: review.id,
      verification_id: review.verificationId,
      environment: review.environment,
      kind,
      by_id: orNull(byId),
      reason: orNull(reason),
      at,
    })
    .execute()
}

/** Returns the number deleted. */
export async function deleteNoticesOf(
  trx: Trx,
  reviewId: string,
  { userId, kind }: { readonly userId?: string; readonly kind?: ReviewNoticeKind } = {},
): Promise<number> {
  let query = trx.deleteFrom('review_notices').where('review_id', '=', reviewId)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  return Number((await query.executeTakeFirst()).numDeletedRows)
}
