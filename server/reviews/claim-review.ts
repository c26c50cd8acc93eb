// Who works on which case: a claim lasts ten minutes unless renewed, and a member holds one case at a time,
// so that two people never work on one and nobody keeps cases from the others.

import { inTransaction, type Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import type { Environment } from '../keys/key.ts'
import { findTies } from '../staff/account-ties.ts'
import { assertHeldBy, assertNotHeldByOther, assertSecondPerson } from './four-eyes-policy.ts'
import { findNextFor } from './next-review-view.ts'
import { claimMs, holderAt, type Review } from './review.ts'
import { claimIfFree, releaseClaims } from './review-store.ts'
import { type Acting, type ReviewNeeds, requireReview, trace } from './review-work.ts'
import { readSecondPerson } from './second-person.ts'

/**
 * Claims a case or renews the claim, and lets go of any other.
 * @throws AppError `not_found`; `conflict` where somebody else has it or it is closed;
 * `second_person_required` for a proposal that this member cannot answer
 */
export function claimReview(needs: ReviewNeeds, acting: Acting, id: string): Promise<Review> {
  return inTransaction(needs.db, (trx) => claimWithin(needs, trx, acting, id))
}

/**
 * The oldest case that nobody works on and this member may have, claimed; proposals of others among them.
 * undefined where there is none.
 * @param asked.after Begins behind this case: one that was looked at and left
 */
export function claimNext(
  needs: ReviewNeeds,
  acting: Acting,
  asked: { readonly environment: Environment; readonly after: string | undefined },
): Promise<Review | undefined> {
  const { memberId } = acting
  return inTransaction(needs.db, async (trx) => {
    const nowMs = needs.clock.now()
    const ties = [...(await findTies(trx, memberId, nowMs))]
    const search = { ...asked, memberId, nowMs, ties }
    const open = await findNextFor(trx, { ...search, state: 'open' })
    const proposed = await findNextFor(trx, { ...search, state: 'proposed' })
    const [oldest] = [open, proposed].filter((id) => id !== undefined).toSorted()
    return oldest === undefined ? undefined : claimWithin(needs, trx, acting, oldest)
  })
}

/** @throws AppError `not_found`; `conflict` where this member does not hold it */
export function releaseReview(needs: ReviewNeeds, acting: Acting, id: string): Promise<Review> {
  return inTransaction(needs.db, async (trx) => {
    const review = await requireReview(trx, id)
    assertHeldBy(review, acting.memberId, needs.clock.now())
    await releaseClaims(trx, acting.memberId, undefined)
    await trace(needs, trx, acting, review, 'review.released')
    return requireReview(trx, id)
  })
}

async function claimWithin(
  needs: ReviewNeeds,
  trx: Trx,
  acting: Acting,
  id: string,
): Promise<Review> {
  const { memberId } = acting
  const nowMs = needs.clock.now()
  const review = await requireReview(trx, id)
  if (review.progress.state === 'closed') {
    throw new AppError('conflict', 'This case is closed. Take another.')
  }
  if (review.progress.state === 'proposed') {
    const second = await readSecondPerson(needs, trx, review, memberId)
    assertSecondPerson(review.progress.proposal, second)
  }
  assertNotHeldByOther(review, memberId, nowMs)
  const claim = { by: memberId, until: nowMs + claimMs }
  if (!(await claimIfFree(trx, id, claim, nowMs))) {
    throw new AppError('conflict', 'Somebody else took this case a moment ago. Take another.')
  }
  await releaseClaims(trx, memberId, id)
  // A page renews its claim every few minutes; only taking a case is worth a trace.
  if (holderAt(review, nowMs) !== memberId) {
    await trace(needs, trx, acting, review, 'review.claimed')
  }
  return requireReview(trx, id)
}
