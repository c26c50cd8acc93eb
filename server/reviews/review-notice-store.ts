// Stores notices to reviewers; a notice that was seen or no longer holds is deleted.

import { changedRows } from '../db/changed-rows.ts'
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

/** Tells a user the same about each of the reviews; replaces older notices of that kind. */
export async function insertReviewNotices(
  trx: Trx,
  reviews: readonly Pick<Review, 'id' | 'verificationId' | 'environment'>[],
  { userId, kind, byId, reason, at }: NewReviewNotice,
): Promise<void> {
  const ids = reviews.map(({ id }) => id)
  await deleteNoticesOf(trx, ids, { userId, kind })
  await trx
    .insertInto('review_notices')
    .values(
      reviews.map(({ id, verificationId, environment }) => ({
        id: newId('rnt', at),
        user_id: userId,
        review_id: id,
        verification_id: verificationId,
        environment,
        kind,
        by_id: orNull(byId),
        reason: orNull(reason),
        at,
      })),
    )
    .execute()
}

/** Of all users and kinds, unless told otherwise. */
export async function deleteNoticesOf(
  trx: Trx,
  reviewIds: readonly string[],
  { userId, kind }: { readonly userId?: string; readonly kind?: ReviewNoticeKind } = {},
): Promise<void> {
  let query = trx.deleteFrom('review_notices').where('review_id', 'in', reviewIds)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  await query.execute()
}

/** Returns how many of these were the user's. */
export async function deleteSeenNotices(
  trx: Trx,
  { userId, ids }: { readonly userId: string; readonly ids: readonly string[] },
): Promise<number> {
  return changedRows(
    trx.deleteFrom('review_notices').where('user_id', '=', userId).where('id', 'in', ids),
  )
}
