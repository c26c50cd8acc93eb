// Finds the review ids of one page of the queue. Each kind of filter uses its own index: the involved user first,
// else the cause, else the state.

import type { Reader } from '../db/transaction.ts'
import { withoutIndex } from '../db/without-index.ts'
import type { Environment } from '../kernel/environment.ts'
import { firstIdAt } from '../kernel/ids.ts'
import type { PageRequest } from '../kernel/page.ts'
import type { ReviewState } from '../verifications/review-summary.ts'
import { type QueueOrder, type QueueView, type ReviewCause, unassigned } from './review.ts'

export interface QueueFilter {
  readonly environment: Environment
  readonly view: QueueView
  readonly cause: ReviewCause | undefined
  /** Applies to reviews that are not closed; closed ones are newest first. */
  readonly order: QueueOrder
  /** A user's id, or `unassigned`; not for closed reviews. */
  readonly assigneeId: string | undefined
  /** The user to whom it is assigned, or who claimed, proposed, decided or approved it, whom it is kept for, or who was named as checker. */
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
  if (view === 'closed') {
    const closed = idsClosed(db, filter, page)
    return (await closed.limit(page.limit + 1).execute()).map(({ id }) => id)
  }
  const left = await findLeft(db, page)
  const query =
    cause === undefined ? idsInState(db, filter, left) : idsOfCause(db, { ...filter, cause }, left)
  const rows = await query.limit(page.limit + 1).execute()
  return rows.map(({ id }) => id)
}

const orderColumns = { due: 'due_at', waiting: 'id', score: 'score_order' } as const

/** The last review of the page before, with what the queue is sorted by. */
interface Left {
  readonly id: string
  readonly due_at: number
  readonly score_order: number
}

async function findLeft(db: Reader, { after }: PageRequest): Promise<Left | undefined> {
  if (after === undefined) return undefined
  return db
    .selectFrom('reviews')
    .select(['id', 'due_at', 'score_order'])
    .where('id', '=', after)
    .executeTakeFirst()
}

function idsInState(
  db: Reader,
  { environment, view, order, assigneeId }: QueueFilter,
  left: Left | undefined,
) {
  const column = orderColumns[order]
  let query = db
    .selectFrom('reviews')
    .select('id')
    .where('environment', '=', environment)
    .where('state', 'in', statesOf(view))
    .where('closed_at', 'is', null)
    .orderBy(column)
    .orderBy('id')
  if (assigneeId === unassigned) query = query.where('assigned_to', 'is', null)
  else if (assigneeId !== undefined) query = query.where('assigned_to', '=', assigneeId)
  if (left === undefined) return query
  const from = left[column]
  // The first condition is what the index can begin at.
  return query
    .where(column, '>=', from)
    .where(({ or, eb }) => or([eb(column, '>', from), eb('id', '>', left.id)]))
}

function idsClosed(db: Reader, { environment, cause, nowMs }: QueueFilter, { after }: PageRequest) {
  let query = db
    .selectFrom('reviews')
    .select('id')
    .where('environment', '=', environment)
    .where('state', '=', 'closed')
    .orderBy('id', 'desc')
  if (after !== undefined) query = query.where('id', '<', after)
  if (cause === undefined) return query
  return query.where('causes', 'like', jsonContaining(cause)).where('id', '>=', filteredFrom(nowMs))
}

const causeOrderColumns = {
  due: 'waiting.due_at',
  waiting: 'waiting.review_id',
  score: 'waiting.score_order',
} as const

/** `waiting_causes` has rows only for reviews that are not closed. */
function idsOfCause(
  db: Reader,
  { environment, view, cause, order, assigneeId }: QueueFilter & { readonly cause: ReviewCause },
  left: Left | undefined,
) {
  const column = causeOrderColumns[order]
  let query = db
    .selectFrom('waiting_causes as waiting')
    .innerJoin('reviews', 'reviews.id', 'waiting.review_id')
    .select('waiting.review_id as id')
    .where('waiting.environment', '=', environment)
    .where('waiting.cause', '=', cause)
    .where(withoutIndex('reviews.state'), 'in', statesOf(view))
    .orderBy(column)
    .orderBy('waiting.review_id')
  if (assigneeId === unassigned) query = query.where('reviews.assigned_to', 'is', null)
  else if (assigneeId !== undefined) {
    query = query.where(withoutIndex('reviews.assigned_to'), '=', assigneeId)
  }
  if (left === undefined) return query
  const from = left[orderColumns[order]]
  return query
    .where(column, '>=', from)
    .where(({ or, eb }) => or([eb(column, '>', from), eb('waiting.review_id', '>', left.id)]))
}

const userColumns = {
  waiting: ['assigned_to', 'claimed_by', 'kept_for', 'proposed_by', 'checker_id'],
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
  const column = isClosed ? 'id' : orderColumns[filter.order]
  const left = isClosed ? undefined : await findLeft(db, page)
  const found = new Map<string, Left>()
  for (const userColumn of isClosed ? userColumns.closed : userColumns.waiting) {
    const query = idsByUserColumn(db, filter, page, { column: userColumn, userId })
    const first = query.orderBy('id', 'desc').limit(page.limit + 1)
    for (const row of await (isClosed ? first : query).execute()) found.set(row.id, row)
  }
  const sorted = [...found.values()].toSorted(
    (one, other) => compare(one[column], other[column]) || compare(one.id, other.id),
  )
  if (isClosed) return sorted.toReversed().map(({ id }) => id)
  return sorted
    .filter((one) => left === undefined || isAfter(one, left, column))
    .map(({ id }) => id)
}

function isAfter(one: Left, left: Left, column: keyof Left): boolean {
  return (compare(one[column], left[column]) || compare(one.id, left.id)) > 0
}

function compare(one: string | number, other: string | number): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

const untilOf = { claimed_by: 'claimed_until', kept_for: 'kept_until' } as const

function idsByUserColumn(
  db: Reader,
  { environment, view, cause, assigneeId, nowMs }: QueueFilter,
  { after }: PageRequest,
  { column, userId }: { readonly column: UserColumn; readonly userId: string },
) {
  const isClosed = view === 'closed'
  let query = db
    .selectFrom('reviews')
    .select(['id', 'due_at', 'score_order'])
    .where(column, '=', userId)
    .where(withoutIndex('reviews.environment'), '=', environment)
    .where(withoutIndex('reviews.state'), 'in', statesOf(view))
  if (isClosed && after !== undefined) query = query.where('id', '<', after)
  if (!isClosed) query = query.where('closed_at', 'is', null)
  if (assigneeId === unassigned) query = query.where('assigned_to', 'is', null)
  else if (assigneeId !== undefined) {
    query = query.where(withoutIndex('reviews.assigned_to'), '=', assigneeId)
  }
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
