// Finds the review ids of one page of the queue. Each kind of filter uses its own index: the involved user first,
// else the cause, else the state.

import type { Reader } from '../db/transaction.ts'
import { withoutIndex } from '../db/without-index.ts'
import type { Environment } from '../kernel/environment.ts'
import { firstIdAt } from '../kernel/ids.ts'
import type { PageRequest } from '../kernel/page.ts'
import type { ReviewState } from '../verifications/review-summary.ts'
import type { QueueView, ReviewCause } from './review.ts'

export interface QueueFilter {
  readonly environment: Environment
  readonly view: QueueView
  readonly cause: ReviewCause | undefined
  /** The user who claimed, proposed, decided or approved it, whom it is kept for, or who was named as checker. */
  readonly reviewerId: string | undefined
  /** The user who views the queue. */
  readonly userId: string
  readonly nowMs: number
}

/** Closed reviews are many and have no index by cause, so only those opened in this time are filtered by it. */
const filteredBackMs = 92 * 24 * 60 * 60_000

/** In the order of the queue. Returns up to `limit + 1` ids: the extra one shows that there is a next page. */
export async function idsOfPage(
  db: Reader,
  filter: QueueFilter,
  page: PageRequest,
): Promise<readonly string[]> {
  const { view, cause, reviewerId, userId } = filter
  const involvedId = view === 'mine' ? userId : reviewerId
  if (involvedId !== undefined) {
    const ids = await idsInvolving(db, filter, page, involvedId)
    const filtersMine = view === 'mine' && reviewerId !== undefined
    const ofReviewer = filtersMine ? await idsInvolving(db, filter, page, reviewerId) : ids
    return ids.filter((id) => ofReviewer.includes(id)).slice(0, page.limit + 1)
  }
  const query =
    cause === undefined || view === 'closed'
      ? idsInState(db, filter, page)
      : idsOfCause(db, { ...filter, cause }, page)
  const rows = await query.limit(page.limit + 1).execute()
  return rows.map(({ id }) => id)
}

function idsInState(db: Reader, filter: QueueFilter, { after }: PageRequest) {
  const { environment, view, cause, nowMs } = filter
  const isClosed = view === 'closed'
  let query = db
    .selectFrom('reviews')
    .select('id')
    .where('environment', '=', environment)
    .where('state', 'in', statesOf(view))
    .orderBy('id', isClosed ? 'desc' : 'asc')
  if (after !== undefined) query = query.where('id', isClosed ? '<' : '>', after)
  if (cause === undefined) return query
  return query.where('causes', 'like', jsonContaining(cause)).where('id', '>=', filteredFrom(nowMs))
}

/** `waiting_causes` has rows only for reviews that are not closed. */
function idsOfCause(
  db: Reader,
  { environment, view, cause }: QueueFilter & { readonly cause: ReviewCause },
  { after }: PageRequest,
) {
  const query = db
    .selectFrom('waiting_causes as waiting')
    .innerJoin('reviews', 'reviews.id', 'waiting.review_id')
    .select('waiting.review_id as id')
    .where('waiting.environment', '=', environment)
    .where('waiting.cause', '=', cause)
    .where(withoutIndex('reviews.state'), 'in', statesOf(view))
    .orderBy('waiting.review_id')
  return after === undefined ? query : query.where('waiting.review_id', '>', after)
}

const userColumns = {
  waiting: ['claimed_by', 'kept_for', 'proposed_by', 'checker_id'],
  closed: ['decided_by', 'approved_by'],
} as const
type UserColumn = (typeof userColumns)['waiting' | 'closed'][number]

/** A user is involved in few waiting reviews, so all of them are read; of closed reviews, one page. */
async function idsInvolving(
  db: Reader,
  filter: QueueFilter,
  page: PageRequest,
  userId: string,
): Promise<readonly string[]> {
  const isClosed = filter.view === 'closed'
  const unique = new Set<string>()
  for (const column of isClosed ? userColumns.closed : userColumns.waiting) {
    const query = idsByUserColumn(db, filter, page, { column, userId })
    const first = query.orderBy('id', 'desc').limit(page.limit + 1)
    const rows = await (isClosed ? first : query).execute()
    for (const { id } of rows) unique.add(id)
  }
  const ids = [...unique].toSorted()
  return isClosed ? ids.toReversed() : ids
}

const untilOf = { claimed_by: 'claimed_until', kept_for: 'kept_until' } as const

function idsByUserColumn(
  db: Reader,
  { environment, view, cause, nowMs }: QueueFilter,
  { after }: PageRequest,
  { column, userId }: { readonly column: UserColumn; readonly userId: string },
) {
  const isClosed = view === 'closed'
  let query = db
    .selectFrom('reviews')
    .select('id')
    .where(column, '=', userId)
    .where(withoutIndex('reviews.environment'), '=', environment)
    .where(withoutIndex('reviews.state'), 'in', statesOf(view))
  if (after !== undefined) query = query.where('id', isClosed ? '<' : '>', after)
  if (cause !== undefined) query = query.where('causes', 'like', jsonContaining(cause))
  if (cause !== undefined && isClosed) query = query.where('id', '>=', filteredFrom(nowMs))
  if (column === 'claimed_by' || column === 'kept_for') {
    query = query.where(untilOf[column], '>', nowMs)
  }
  return query
}

function filteredFrom(nowMs: number): string {
  return firstIdAt('rev', nowMs - filteredBackMs)
}

function statesOf(view: QueueView): readonly ReviewState[] {
  return view === 'mine' ? ['open', 'proposed'] : [view]
}

/** The column is JSON of codes; with its quotes, no code is part of another. */
function jsonContaining(cause: ReviewCause): string {
  return `%"${cause}"%`
}
