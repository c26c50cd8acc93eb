// Reads one review with its history and the names of its users, and lists the reviewers.

import { fromJson, orUndefined } from '../db/columns.ts'
import type { Reader } from '../db/transaction.ts'
import { rolesWith } from '../users/role.ts'
import { readUserNames } from '../users/user-names-view.ts'
import type { Review } from './review.ts'
import { entryDetails } from './review-entry.ts'
import type { NamedUser, ReviewHistory } from './review-history.ts'
import { findReviewOf } from './review-store.ts'

export async function readHistory(
  db: Reader,
  verificationId: string,
): Promise<ReviewHistory | undefined> {
  const review = await findReviewOf(db, verificationId)
  if (review === undefined) return undefined
  const rows = await db
    .selectFrom('review_entries as entry')
    .leftJoin('users as author', 'author.id', 'entry.author_id')
    .select([
      'entry.id',
      'entry.kind',
      'entry.author_id',
      'entry.at',
      'entry.details',
      'entry.note',
      'author.name',
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
  return { review, entries, users: await namesOf(db, [review]) }
}

/** Returns all users whose ids occur in the reviews, including former reviewers. */
export async function namesOf(
  db: Reader,
  reviews: readonly Review[],
): Promise<readonly NamedUser[]> {
  const ids = reviews.flatMap(({ progress, claim, keptFor, assignedTo }) =>
    [claim?.by, keptFor?.by, assignedTo, ...idsIn(progress)].filter((id) => id !== undefined),
  )
  const names = await readUserNames(db, ids)
  return [...names].map(([id, name]) => ({ id, name }))
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

/** Active users whose role may decide reviews, by name. */
export async function listReviewers(db: Reader): Promise<readonly NamedUser[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('role', 'in', rolesWith('reviews.work'))
    .where('state', '=', 'active')
    .orderBy('name')
    .execute()
}

/** Ids of the users who may decide no reviews, or no more: whatever is assigned to them is free for all. */
export async function listFormerReviewers(db: Reader): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(({ or, eb }) =>
      or([eb('state', '!=', 'active'), eb('role', 'not in', rolesWith('reviews.work'))]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Ids of all users who wrote an entry in the review's history. */
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
