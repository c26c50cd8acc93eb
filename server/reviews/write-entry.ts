// What reviewers write down beside a decision: notes, which anybody of them may add at any time, and
// findings, which are evidence and so undo a proposal that was made without them.

import { inTransaction, type Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { assertNotHeldByOther } from './four-eyes-policy.ts'
import type { FindingSubject, NoteAudience, Review, ReviewFindingCode } from './review.ts'
import type { ReviewEntry } from './review-entry.ts'
import { setProgress } from './review-store.ts'
import { type Acting, addEntry, type ReviewNeeds, requireReview, trace } from './review-work.ts'

/** Notes cannot be changed or taken back. @throws AppError `not_found`, `conflict` */
export function writeNote(
  needs: ReviewNeeds,
  acting: Acting,
  id: string,
  { audience, text: note }: { readonly audience: NoteAudience; readonly text: string },
): Promise<ReviewEntry> {
  return inTransaction(needs.db, async (trx) => {
    const review = await requireReview(trx, id)
    const authorId = acting.memberId
    const entry = { kind: 'note', details: { audience }, note, authorId } as const
    const written = await addEntry(needs, trx, review, entry)
    await trace(needs, trx, acting, review, 'review.noted', { reason: audience })
    return written
  })
}

export interface NewFinding {
  readonly finding: ReviewFindingCode
  readonly about?: FindingSubject | undefined
  readonly note?: string | undefined
}

/** @throws AppError `not_found`; `conflict` where the case is closed or somebody else works on it */
export function addFinding(
  needs: ReviewNeeds,
  acting: Acting,
  id: string,
  { finding, about, note }: NewFinding,
): Promise<ReviewEntry> {
  return inTransaction(needs.db, async (trx) => {
    const review = await requireReview(trx, id)
    if (review.progress.state === 'closed') {
      throw new AppError('conflict', 'This case is closed: nothing can be found in it any more.')
    }
    assertNotHeldByOther(review, acting.memberId, needs.clock.now())
    const details = { finding, ...(about === undefined ? {} : { about }) }
    const authorId = acting.memberId
    const entry = await addEntry(needs, trx, review, { kind: 'finding', details, note, authorId })
    await trace(needs, trx, acting, review, 'review.finding_added', { reason: finding })
    await voidProposal(needs, trx, acting, review)
    return entry
  })
}

/** Where the evidence of a proposal changed, the case is open again, for anybody. */
export async function voidProposal(
  needs: ReviewNeeds,
  trx: Trx,
  acting: Acting,
  review: Review,
): Promise<void> {
  if (review.progress.state !== 'proposed') return
  const details = { proposal_id: review.progress.proposal.id }
  await setProgress(trx, review.id, { state: 'open' })
  await addEntry(needs, trx, review, { kind: 'voided', details, authorId: undefined })
  await trace(needs, trx, acting, review, 'review.proposal_voided')
}
