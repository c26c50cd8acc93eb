// Claims and releases reviews. A claim lasts ten minutes unless renewed, and a user holds one review at a time, so
// that no two users work on the same review and nobody keeps reviews from the others.

import { inTransaction, type Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import type { Environment } from '../kernel/environment.ts'
import { findTies } from '../users/account-ties.ts'
import { assertNotAssignedToOther } from './assert-not-assigned.ts'
import { assertHeldBy, assertNotHeldByOther, assertSecondPerson } from './four-eyes-policy.ts'
import { findNextReview } from './next-review-view.ts'
import { claimMs, holderAt, type Review } from './review.ts'
import { deleteNoticesOf } from './review-notice-store.ts'
import { claimIfFree, releaseClaims } from './review-store.ts'
import { auditReview, type ReviewActor, type ReviewNeeds, requireReview } from './review-work.ts'
import { readSecondPerson } from './second-person.ts'

/**
 * Claims a review or renews its claim, and releases the user's other claims.
 * @param renews whether only a claim that still holds is meant: one that has ended for what came since is to be taken
 * anew by somebody who knows that it ended
 * @throws AppError `not_found`; `conflict` when another user holds it, it is assigned to another user, it is closed, or
 * there is no claim to renew; `second_person_required` for a proposal that this user may not answer
 */
export function claimReview(
  needs: ReviewNeeds,
  actor: ReviewActor,
  id: string,
  { renews }: { readonly renews: boolean },
): Promise<Review> {
  return inTransaction(needs.db, async (trx) => {
    if (renews) assertHeldBy(await requireReview(trx, id), actor.userId, needs.clock.now())
    return claimWithin(needs, trx, actor, id)
  })
}

/**
 * Claims and returns the next review that this user may work on; undefined if there is none.
 * @param filter.after Id of a review that the user skipped or decided; only later ones are returned
 */
export function claimNext(
  needs: ReviewNeeds,
  actor: ReviewActor,
  filter: { readonly environment: Environment; readonly after: string | undefined },
): Promise<Review | undefined> {
  const { userId } = actor
  return inTransaction(needs.db, async (trx) => {
    const nowMs = needs.clock.now()
    const ties = [...(await findTies(trx, userId, nowMs))]
    const id = await findNextReview(trx, { ...filter, userId, nowMs, ties })
    return id === undefined ? undefined : claimWithin(needs, trx, actor, id)
  })
}

/**
 * Returns the verification of the review that `claimNext` would claim; undefined if there is none. Others may claim it
 * first.
 */
export async function findNextFor(
  { db, clock }: Pick<ReviewNeeds, 'db' | 'clock'>,
  { userId }: Pick<ReviewActor, 'userId'>,
  filter: { readonly environment: Environment; readonly after: string | undefined },
): Promise<string | undefined> {
  const nowMs = clock.now()
  const ties = [...(await findTies(db.reader, userId, nowMs))]
  const id = await findNextReview(db.reader, { ...filter, userId, nowMs, ties })
  return id === undefined ? undefined : (await requireReview(db.reader, id)).verificationId
}

/** @throws AppError `not_found`; `conflict` when this user does not hold the review */
export function releaseReview(needs: ReviewNeeds, actor: ReviewActor, id: string): Promise<Review> {
  return inTransaction(needs.db, async (trx) => {
    const review = await requireReview(trx, id)
    assertHeldBy(review, actor.userId, needs.clock.now())
    await releaseClaims(trx, actor.userId, undefined)
    await auditReview(needs, trx, actor, review, 'review.released')
    return requireReview(trx, id)
  })
}

async function claimWithin(
  needs: ReviewNeeds,
  trx: Trx,
  actor: ReviewActor,
  id: string,
): Promise<Review> {
  const { userId } = actor
  const nowMs = needs.clock.now()
  const review = await requireReview(trx, id)
  if (review.progress.state === 'closed') {
    throw new AppError('conflict', 'This review is closed. Take another one.')
  }
  await assertNotAssignedToOther(trx, review, userId)
  if (review.progress.state === 'proposed') {
    const second = await readSecondPerson(needs, trx, review, userId)
    assertSecondPerson(review.progress.proposal, second)
  }
  assertNotHeldByOther(review, userId, nowMs)
  const isRenewal = holderAt(review, nowMs) === userId
  const since = isRenewal ? (review.claimedAt ?? nowMs) : nowMs
  const claim = { by: userId, until: nowMs + claimMs, since }
  if (!(await claimIfFree(trx, review, claim, nowMs))) {
    throw new AppError('conflict', 'Another user just claimed this review. Take another one.')
  }
  await releaseClaims(trx, userId, id)
  await deleteNoticesOf(trx, [id], { userId })
  // The page renews its claim every few minutes; only the first claim goes into the audit log.
  if (!isRenewal) {
    await auditReview(needs, trx, actor, review, 'review.claimed')
  }
  return requireReview(trx, id)
}
