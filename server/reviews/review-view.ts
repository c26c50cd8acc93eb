// Reviews as people see them: the queue a page at a time, one with its history and its members' names, and
// the counts of a day.

import { fromJson, orUndefined } from '../db/columns.ts'
import type { Reader } from '../db/transaction.ts'
import type { PageRequest } from '../kernel/page.ts'
import type { Environment } from '../keys/key.ts'
import { holderAt, type Review, type ReviewState } from './review.ts'
import { entryDetails, type ReviewEntry } from './review-entry.ts'
import { findReviewOf, toReview } from './review-store.ts'

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

/** Oldest first, as they wait; those that are closed newest first. One more than asked for. */
export async function listReviews(
  db: Reader,
  { environment, state }: { readonly environment: Environment; readonly state: ReviewState },
  { limit, after }: PageRequest,
): Promise<readonly Review[]> {
  const isClosed = state === 'closed'
  let query = db
    .selectFrom('reviews')
    .selectAll()
    .where('environment', '=', environment)
    .where('state', '=', state)
  if (after !== undefined) query = query.where('id', isClosed ? '<' : '>', after)
  const rows = await query
    .orderBy('id', isClosed ? 'desc' : 'asc')
    .limit(limit + 1)
    .execute()
  return rows.map(toReview)
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
  return { review, entries, members: await membersOf(db, review) }
}

async function membersOf(db: Reader, review: Review): Promise<readonly NamedMember[]> {
  const { progress, claim, keptFor } = review
  const ids = [claim?.by, keptFor?.by, ...idsIn(progress)].filter((id) => id !== undefined)
  if (ids.length === 0) return []
  return db.selectFrom('staff_members').select(['id', 'name']).where('id', 'in', ids).execute()
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

export interface ReviewCounts {
  readonly waiting: number
  /** Of those that wait, how many somebody works on. */
  readonly held: number
  readonly proposed: number
  /** Of the proposals, how many this member may answer. */
  readonly forMe: number
  readonly oldestAt: number | undefined
  readonly closed: number
  readonly confirmed: number
  readonly disputed: number
  readonly mine: number
}

/** What was closed is counted from `sinceMs` on. */
export async function countReviews(
  db: Reader,
  asked: {
    readonly environment: Environment
    readonly memberId: string
    readonly sinceMs: number
    readonly nowMs: number
  },
): Promise<ReviewCounts> {
  const { environment, memberId, sinceMs, nowMs } = asked
  const waiting = await db
    .selectFrom('reviews')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('id').as('oldest')])
    .where('environment', '=', environment)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  const claimed = await db
    .selectFrom('reviews')
    .selectAll()
    .where('claimed_by', 'is not', null)
    .execute()
  const proposals = await listReviews(
    db,
    { environment, state: 'proposed' },
    { limit: proposalsCountedMax, after: undefined },
  )
  const closed = await db
    .selectFrom('reviews')
    .select(['outcome', 'decided_by', 'approved_by'])
    .where('environment', '=', environment)
    .where('closed_at', '>=', sinceMs)
    .execute()
  const held = claimed
    .map(toReview)
    .filter((one) => one.environment === environment && one.progress.state === 'open')
    .filter((one) => holderAt(one, nowMs) !== undefined)
  return {
    waiting: waiting.count,
    held: held.length,
    proposed: proposals.length,
    forMe: proposals.filter((one) => isFor(one, memberId)).length,
    oldestAt: await createdAtOf(db, waiting.oldest),
    closed: closed.length,
    confirmed: closed.filter(({ outcome }) => outcome === 'confirm').length,
    disputed: closed.filter(({ outcome }) => outcome === 'dispute').length,
    mine: closed.filter((one) => [one.decided_by, one.approved_by].includes(memberId)).length,
  }
}

/** Proposals wait for hours at most; more than these are counted as this many. */
const proposalsCountedMax = 999

function isFor({ progress }: Review, memberId: string): boolean {
  if (progress.state !== 'proposed' || progress.proposal.by === memberId) return false
  const { checkerId } = progress.proposal
  return checkerId === undefined || checkerId === memberId
}

async function createdAtOf(db: Reader, id: string | null): Promise<number | undefined> {
  if (id === null) return undefined
  const row = await db
    .selectFrom('reviews')
    .select('created_at')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.created_at
}
