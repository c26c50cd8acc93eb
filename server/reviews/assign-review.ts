// Assigns reviews to reviewers and releases them. Reviewers take unassigned reviews and give back their own; leads
// assign any review to anybody, one or many at a time.

import { inTransaction, type Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { findReviewsOf, setAssignee } from './assignment-store.ts'
import type { Assignments, LeftReview } from './assignments.ts'
import { assertSecondPerson } from './four-eyes-policy.ts'
import { assignedAtOnceMax, holderAt, type Review, type UnassignableReason } from './review.ts'
import { digestReviews } from './review-digest-view.ts'
import { deleteNoticesOf, insertReviewNotices } from './review-notice-store.ts'
import { listReviewers } from './review-view.ts'
import {
  auditReview,
  type ReviewActor,
  type ReviewNeeds,
  recordReview,
  requireReview,
} from './review-work.ts'
import { readSecondPerson } from './second-person.ts'

/**
 * @param assigneeId undefined releases the review: it is unassigned, and nobody holds it
 * @throws AppError `not_found`; `conflict` when it is closed, or only a lead may do this; `second_person_required` for
 * a proposal that the assignee may not answer; `invalid_request` for an assignee who is no active reviewer
 */
export function assignReview(
  needs: ReviewNeeds,
  actor: ReviewActor,
  id: string,
  assigneeId: string | undefined,
): Promise<Review> {
  return inTransaction(needs.db, async (trx) => {
    const review = await requireReview(trx, id)
    if (review.progress.state === 'closed') {
      throw new AppError('conflict', 'This review is closed, so it cannot be assigned.')
    }
    if (!actor.isLead) assertOwn(review, actor.userId, assigneeId, needs.clock.now())
    if (assigneeId !== undefined) await assertAssignee(needs, trx, [review], assigneeId)
    if (!isChanged(review, assigneeId)) return review
    await setAssignee(trx, [id], assigneeId)
    await notify(needs, trx, actor, [review], assigneeId)
    const { action, details } = auditOf(assigneeId)
    await auditReview(needs, trx, actor, review, action, details)
    return requireReview(trx, id)
  })
}

/** As many as one transaction changes: other writers wait for no more than these. */
const assignedTogether = 50

/**
 * Assigns or releases all of them, each with its audit entry, in several short transactions. What cannot be assigned
 * is left as it is and named in the result.
 * @throws AppError `invalid_request` for an assignee who is no active reviewer
 */
export async function assignReviews(
  needs: ReviewNeeds,
  actor: ReviewActor,
  { ids, assigneeId }: { readonly ids: readonly string[]; readonly assigneeId: string | undefined },
): Promise<Assignments> {
  const all = [...new Set(ids)].slice(0, assignedAtOnceMax)
  const parts: Assignments[] = []
  for (let from = 0; from < all.length; from += assignedTogether) {
    const some = all.slice(from, from + assignedTogether)
    parts.push(await assignSome(needs, actor, { ids: some, assigneeId }))
  }
  return {
    changed: parts.reduce((sum, { changed }) => sum + changed, 0),
    left: parts.flatMap(({ left }) => left),
  }
}

function assignSome(
  needs: ReviewNeeds,
  actor: ReviewActor,
  { ids, assigneeId }: { readonly ids: readonly string[]; readonly assigneeId: string | undefined },
): Promise<Assignments> {
  return inTransaction(needs.db, async (trx) => {
    if (assigneeId !== undefined) await assertAssignee(needs, trx, [], assigneeId)
    const changed: Review[] = []
    const left: LeftReview[] = []
    const found = new Map((await findReviewsOf(trx, ids)).map((review) => [review.id, review]))
    for (const id of ids) {
      const review = found.get(id)
      const why = await whyLeft(needs, trx, review, assigneeId)
      if (review !== undefined && why === undefined) changed.push(review)
      else if (why !== undefined) left.push({ id, verificationId: review?.verificationId, why })
    }
    if (changed.length === 0) return { changed: 0, left }
    const changedIds = changed.map(({ id }) => id)
    await setAssignee(trx, changedIds, assigneeId)
    await notify(needs, trx, actor, changed, assigneeId)
    const { action, details } = auditOf(assigneeId)
    for (const digests of await digestReviews(needs, trx, changedIds)) {
      await recordReview(needs, trx, actor, digests, action, details)
    }
    return { changed: changed.length, left }
  })
}

/** Returns undefined for a review that can be assigned or released like this. */
async function whyLeft(
  needs: ReviewNeeds,
  trx: Trx,
  review: Review | undefined,
  assigneeId: string | undefined,
): Promise<UnassignableReason | undefined> {
  if (review === undefined) return 'not_found'
  if (review.progress.state === 'closed') return 'closed'
  if (!isChanged(review, assigneeId)) return 'unchanged'
  const isAllowed = assigneeId === undefined || (await mayDecide(needs, trx, review, assigneeId))
  return isAllowed ? undefined : 'second_person'
}

/** Claims of others end with the release, so a review that is only claimed changes too. */
function isChanged({ assignedTo, claim }: Review, assigneeId: string | undefined): boolean {
  if (assignedTo !== assigneeId) return true
  return claim !== undefined && claim.by !== assigneeId
}

function auditOf(assigneeId: string | undefined) {
  return assigneeId === undefined
    ? ({ action: 'review.unassigned', details: {} } as const)
    : ({ action: 'review.assigned', details: { about: assigneeId } } as const)
}

/** @throws AppError `conflict` */
function assertOwn(
  review: Review,
  userId: string,
  assigneeId: string | undefined,
  nowMs: number,
): void {
  const { assignedTo } = review
  const isFree = assignedTo === undefined || assignedTo === userId
  const holder = holderAt(review, nowMs)
  const isHeldByOther = holder !== undefined && holder !== userId
  const isForSelf = assigneeId === undefined || assigneeId === userId
  if (isFree && isForSelf && !isHeldByOther) return
  throw new AppError(
    'conflict',
    'Another user works on this review. Only a lead can assign it to somebody else.',
  )
}

/** @throws AppError as `assignReview` */
async function assertAssignee(
  needs: ReviewNeeds,
  trx: Trx,
  reviews: readonly Review[],
  assigneeId: string,
): Promise<void> {
  if (!(await listReviewers(trx)).some(({ id }) => id === assigneeId)) {
    const message = 'assignee must be an active reviewer.'
    const details = [{ param: 'assignee', code: 'invalid', message }]
    throw new AppError('invalid_request', message, { param: 'assignee', details })
  }
  for (const review of reviews) await assertMayDecide(needs, trx, review, assigneeId)
}

async function assertMayDecide(
  needs: ReviewNeeds,
  trx: Trx,
  review: Review,
  userId: string,
): Promise<void> {
  if (review.progress.state === 'proposed') {
    const second = await readSecondPerson(needs, trx, review, userId)
    assertSecondPerson(review.progress.proposal, second)
  }
}

async function mayDecide(
  needs: ReviewNeeds,
  trx: Trx,
  review: Review,
  userId: string,
): Promise<boolean> {
  try {
    await assertMayDecide(needs, trx, review, userId)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Only whoever gets reviews from somebody else has to be told. */
async function notify(
  { clock }: ReviewNeeds,
  trx: Trx,
  { userId: byId }: ReviewActor,
  reviews: readonly Review[],
  assigneeId: string | undefined,
): Promise<void> {
  const ids = reviews.map(({ id }) => id)
  await deleteNoticesOf(trx, ids, { kind: 'assigned' })
  if (assigneeId === undefined || assigneeId === byId) return
  const notice = { userId: assigneeId, kind: 'assigned', byId, at: clock.now() } as const
  await insertReviewNotices(trx, reviews, notice)
}
