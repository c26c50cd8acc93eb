// The review queue as people see it, a page at a time: the reviews of one state, or those that a member has
// something to do with, each with what its verification is.

import type { Reader } from '../db/transaction.ts'
import { firstIdAt } from '../kernel/ids.ts'
import type { PageRequest } from '../kernel/page.ts'
import type { Environment } from '../keys/key.ts'
import type { DocumentType } from '../markets/market.ts'
import type { VerificationStatus } from '../verifications/verification.ts'
import type { QueueView, Review, ReviewCause, ReviewState } from './review.ts'
import { toReview } from './review-store.ts'

export interface QueueFilter {
  readonly environment: Environment
  readonly view: QueueView
  readonly cause: ReviewCause | undefined
  /** Who holds it, is waited for, proposed, was named to answer, decided or approved. */
  readonly reviewerId: string | undefined
  /** Who asks. */
  readonly memberId: string
  readonly nowMs: number
}

export interface QueuedReview {
  readonly id: string
  readonly review: Review
  readonly verification: {
    readonly status: VerificationStatus
    readonly country: string
    readonly idType: DocumentType
    readonly externalRef: string | undefined
  }
}

/** Closed reviews are many: a filter looks through those that came in this time, row by row. */
export const filteredBackMs = 92 * 24 * 60 * 60_000

/** Oldest first, as they wait; those that are closed newest first. One more than asked for. */
export async function listQueue(
  db: Reader,
  filter: QueueFilter,
  { limit, after }: PageRequest,
): Promise<readonly QueuedReview[]> {
  const { view, cause, reviewerId } = filter
  const isClosed = view === 'closed'
  let query = narrow(selectQueue(db), filter)
  if (after !== undefined) query = query.where('review.id', isClosed ? '<' : '>', after)
  if (isClosed && (cause !== undefined || reviewerId !== undefined)) {
    query = query.where('review.id', '>=', firstIdAt('rev', filter.nowMs - filteredBackMs))
  }
  const rows = await query
    .orderBy('review.id', isClosed ? 'desc' : 'asc')
    .limit(limit + 1)
    .execute()
  return rows.map(({ status, country, id_type: idType, external_ref: externalRef, ...row }) => ({
    id: row.id,
    review: toReview(row),
    verification: { status, country, idType, externalRef: externalRef ?? undefined },
  }))
}

function selectQueue(db: Reader) {
  return db
    .selectFrom('reviews as review')
    .innerJoin('verifications as verification', 'verification.id', 'review.verification_id')
    .selectAll('review')
    .select([
      'verification.status',
      'verification.country',
      'verification.id_type',
      'verification.external_ref',
    ])
}

function narrow(query: ReturnType<typeof selectQueue>, filter: QueueFilter) {
  const { environment, view, cause, reviewerId, memberId, nowMs } = filter
  const states: readonly ReviewState[] = view === 'mine' ? ['open', 'proposed'] : [view]
  let narrowed = query
    .where('review.environment', '=', environment)
    .where('review.state', 'in', states)
  if (view === 'mine') {
    narrowed = narrowed.where(({ or, and, eb }) =>
      or([
        and([eb('claimed_by', '=', memberId), eb('claimed_until', '>', nowMs)]),
        and([eb('kept_for', '=', memberId), eb('kept_until', '>', nowMs)]),
        eb('proposed_by', '=', memberId),
        eb('checker_id', '=', memberId),
      ]),
    )
  }
  // A code in quotes is no part of another: the column is JSON of codes.
  if (cause !== undefined) narrowed = narrowed.where('causes', 'like', `%"${cause}"%`)
  if (reviewerId === undefined) return narrowed
  return narrowed.where(({ or, and, eb }) =>
    or([
      and([eb('claimed_by', '=', reviewerId), eb('claimed_until', '>', nowMs)]),
      and([eb('kept_for', '=', reviewerId), eb('kept_until', '>', nowMs)]),
      eb('proposed_by', '=', reviewerId),
      eb('checker_id', '=', reviewerId),
      eb('decided_by', '=', reviewerId),
      eb('approved_by', '=', reviewerId),
    ]),
  )
}
