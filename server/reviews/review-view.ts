// One review as people see it, with its history and its members' names; and who reviews.

import { fromJson, orUndefined } from '../db/columns.ts'
import type { Reader } from '../db/transaction.ts'
import type { Review } from './review.ts'
import { entryDetails, type ReviewEntry } from './review-entry.ts'
import { findReviewOf } from './review-store.ts'

export interface NamedMember {
  readonly id: string
  readonly name: string
}

export interface HistoryEntry extends ReviewEntry {
  readonly author: NamedMember | undefined
}

export interface ReviewHistory {
  readonly review: Review
  /** Oldest first. */
  readonly entries: readonly HistoryEntry[]
  /** Everybody whose id occurs in the review. */
  readonly members: readonly NamedMember[]
}

export async function readHistory(
  db: Reader,
  verificationId: string,
): Promise<ReviewHistory | undefined> {
  const review = await findReviewOf(db, verificationId)
  if (review === undefined) return undefined
  const rows = await db
    .selectFrom('review_entries as entry')
    .leftJoin('staff_members as member', 'member.id', 'entry.author_id')
    .select([
      'entry.id',
      'entry.kind',
      'entry.author_id',
      'entry.at',
      'entry.details',
      'entry.note',
      'member.name',
    ])
    .where('entry.review_id', '=', review.id)
    .orderBy('entry.number')
    .execute()
  const entries = rows.map((row) => ({
    id: row.id,
    reviewId: review.id,
    kind: row.kind,
    authorId: orUndefined(row.author_id),
    at: row.at,
    details: fromJson(entryDetails, row.details),
    note: orUndefined(row.note),
    author: row.author_id === null ? undefined : { id: row.author_id, name: row.name ?? '' },
  }))
  return { review, entries, members: await namesOf(db, [review]) }
}

/** Everybody whose id occurs in them, also who reviews no more. */
export async function namesOf(
  db: Reader,
  reviews: readonly Review[],
): Promise<readonly NamedMember[]> {
  const ids = reviews.flatMap(({ progress, claim, keptFor }) =>
    [claim?.by, keptFor?.by, ...idsIn(progress)].filter((id) => id !== undefined),
  )
  if (ids.length === 0) return []
  const distinct = [...new Set(ids)]
  return db.selectFrom('staff_members').select(['id', 'name']).where('id', 'in', distinct).execute()
}

function idsIn(progress: Review['progress']): readonly (string | undefined)[] {
  switch (progress.state) {
    case 'open':
      return []
    case 'proposed':
      return [progress.proposal.by, progress.proposal.checkerId]
    case 'closed':
      return [progress.decidedBy, progress.approvedBy]
  }
}

/** Members who may decide cases, by name. */
export async function listReviewers(db: Reader): Promise<readonly NamedMember[]> {
  return db
    .selectFrom('staff_members')
    .select(['id', 'name'])
    .where('role', '=', 'reviewer')
    .where('state', '=', 'active')
    .orderBy('name')
    .execute()
}

/** Everybody who wrote an entry of its history. */
export async function listAuthors(db: Reader, reviewId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('review_entries')
    .select('author_id')
    .distinct()
    .where('review_id', '=', reviewId)
    .where('author_id', 'is not', null)
    .execute()
  return rows.map(({ author_id: id }) => id ?? '')
}
