// Adds notes and findings to a review. Any reviewer may add notes at any time. Findings are evidence, so they void a
// proposal that was made without them.

import { inTransaction, type Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { setAssignee } from './assignment-store.ts'
import { answerDecision } from './decision-store.ts'
import { assertNotHeldByOther } from './four-eyes-policy.ts'
import { advanceReview } from './keep-review.ts'
import {
  type FindingSubject,
  type NoteAudience,
  type Review,
  type ReviewFindingCode,
  writtenByOneMax,
  writtenMax,
} from './review.ts'
import type { ReviewEntry } from './review-entry.ts'
import { countWritten, type WrittenBefore } from './review-store.ts'
import {
  addEntry,
  auditReview,
  type EntryNeeds,
  type ReviewActor,
  type ReviewNeeds,
  requireReview,
} from './review-work.ts'

/** Notes cannot be changed or deleted. @throws AppError `not_found`; `conflict` when there is no room for another */
export function writeNote(
  needs: ReviewNeeds,
  actor: ReviewActor,
  id: string,
  { audience, text: note }: { readonly audience: NoteAudience; readonly text: string },
): Promise<ReviewEntry> {
  return inTransaction(needs.db, async (trx) => {
    const review = await requireReview(trx, id)
    const authorId = actor.userId
    await assertRoom(trx, { reviewId: id, kind: 'note', authorId })
    const entry = { kind: 'note', details: { audience }, note, authorId } as const
    const written = await addEntry(needs, trx, review, entry)
    await auditReview(needs, trx, actor, review, 'review.noted', { reason: audience })
    return written
  })
}

interface NewFinding {
  readonly finding: ReviewFindingCode
  readonly about?: FindingSubject | undefined
  readonly note?: string | undefined
}

/** @throws AppError `not_found`; `conflict` when the review is closed or full, or another user holds it */
export function addFinding(
  needs: ReviewNeeds,
  actor: ReviewActor,
  id: string,
  { finding, about, note }: NewFinding,
): Promise<ReviewEntry> {
  return inTransaction(needs.db, async (trx) => {
    const review = await requireReview(trx, id)
    if (review.progress.state === 'closed') {
      throw new AppError('conflict', 'This review is closed, so no finding can be added.')
    }
    assertNotHeldByOther(review, actor.userId, needs.clock.now())
    const authorId = actor.userId
    await assertRoom(trx, { reviewId: id, kind: 'finding', authorId })
    const details = { finding, ...(about === undefined ? {} : { about }) }
    const entry = await addEntry(needs, trx, review, { kind: 'finding', details, note, authorId })
    await auditReview(needs, trx, actor, review, 'review.finding_added', { reason: finding })
    await voidProposal(needs, trx, actor, review)
    return entry
  })
}

const fullOfOne = {
  note: `You have written ${writtenByOneMax} notes in this review, which is as many as one person may.`,
  finding: `You have written ${writtenByOneMax} findings in this review, which is as many as one person may.`,
} as const
const full = {
  note: `This review has ${writtenMax} notes, which is as many as it may have.`,
  finding: `This review has ${writtenMax} findings, which is as many as it may have.`,
} as const

async function assertRoom(trx: Trx, written: WrittenBefore): Promise<void> {
  const { ofAll, ofAuthor } = await countWritten(trx, written)
  if (ofAuthor >= writtenByOneMax) throw new AppError('conflict', fullOfOne[written.kind])
  if (ofAll >= writtenMax) throw new AppError('conflict', full[written.kind])
}

/** Voids a proposal whose evidence changed: the review is open again, for anybody. */
export async function voidProposal(
  needs: EntryNeeds,
  trx: Trx,
  actor: Pick<ReviewActor, 'by'>,
  review: Review,
): Promise<void> {
  if (review.progress.state !== 'proposed') return
  const details = { proposal_id: review.progress.proposal.id }
  await advanceReview(trx, review, { state: 'open' })
  await setAssignee(trx, [review.id], undefined)
  const answer = { result: 'voided', secondId: undefined, at: needs.clock.now() } as const
  await answerDecision(trx, review.id, answer)
  await addEntry(needs, trx, review, { kind: 'voided', details, authorId: undefined })
  await auditReview(needs, trx, actor, review, 'review.proposal_voided')
}
