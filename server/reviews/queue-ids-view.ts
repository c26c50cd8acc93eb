// Finds the review ids of one page of the queue, or of the closed reviews. Each kind of filter uses its own index: the
// involved user first, else the cause, else the state.

import type { Reader } from '../db/transaction.ts'
import { withoutIndex } from '../db/without-index.ts'
import type { PageRequest } from '../kernel/page.ts'
import type { ReviewState } from '../verifications/review-summary.ts'
import { closedIdsOfPage } from './closed-ids-view.ts'
import {
  assigneeName,
  hasCause,
  isAssigned,
  isOfVerification,
  type QueueFilter,
  queueSorts,
} from './queue-filter-view.ts'
import type { QueueOrder, QueueView, ReviewCause } from './review.ts'

/** In the order of the queue. Returns up to `limit + 1` ids: the extra one shows that there is a next page. */
export async function idsOfPage(
  db: Reader,
  filter: QueueFilter,
  page: PageRequest,
): Promise<readonly string[]> {
  const { view, causes, order, reviewerId, userId } = filter
  if (view === 'closed') return closedIdsOfPage(db, filter, page)
  const involvedId = view === 'mine' ? userId : reviewerId
  if (involvedId !== undefined) {
    const ids = await idsInvolving(db, filter, page, involvedId)
    const filtersMine = view === 'mine' && reviewerId !== undefined
    const ofReviewer = filtersMine ? await idsInvolving(db, filter, page, reviewerId) : ids
    return ids.filter((id) => ofReviewer.includes(id)).slice(0, page.limit + 1)
  }
  const left = await findLeft(db, page)
  const [cause, ...others] = causes
  const query =
    cause === undefined || others.length > 0 || order === 'reason' || order === 'assignee'
      ? idsInState(db, filter, left)
      : idsOfCause(db, { ...filter, cause, order }, left)
  const rows = await query.limit(page.limit + 1).execute()
  return rows.map(({ id }) => id)
}

const orderColumns = {
  due: 'due_at',
  waiting: 'id',
  score: 'score_order',
  reason: 'causes',
  assignee: 'assignee_name',
} as const satisfies Readonly<Record<QueueOrder, keyof Left>>

/** The last review of the page before, with what the queue is sorted by. */
interface Left {
  readonly id: string
  readonly due_at: number
  readonly score_order: number
  readonly causes: string
  readonly assignee_name: string
}

const leftColumns = ['id', 'due_at', 'score_order', 'causes'] as const

async function findLeft(db: Reader, { after }: PageRequest): Promise<Left | undefined> {
  if (after === undefined) return undefined
  return db
    .selectFrom('reviews')
    .select(leftColumns)
    .select((eb) => assigneeName(eb).as('assignee_name'))
    .where('id', '=', after)
    .executeTakeFirst()
}

function idsInState(db: Reader, filter: QueueFilter, left: Left | undefined) {
  const { environment, view, order, isOverdue, nowMs } = filter
  const sort = queueSorts[order]
  let query = db
    .selectFrom('reviews')
    .select('id')
    .where('environment', '=', environment)
    .where('state', 'in', statesOf(view))
    .where('closed_at', 'is', null)
    .where(isAssigned(filter, { mayUseIndex: true }))
    .where(hasCause(filter))
    .where(isOfVerification(filter))
    .orderBy(sort)
    .orderBy('id')
  if (isOverdue) query = query.where('due_at', '<=', nowMs)
  if (left === undefined) return query
  const from = left[orderColumns[order]]
  // The first condition is what the index can begin at.
  return query
    .where((eb) => eb(sort(eb), '>=', from))
    .where((eb) => eb.or([eb(sort(eb), '>', from), eb('id', '>', left.id)]))
}

const causeOrderColumns = {
  due: 'waiting.due_at',
  waiting: 'waiting.review_id',
  score: 'waiting.score_order',
} as const

type CauseFilter = QueueFilter & {
  readonly cause: ReviewCause
  readonly order: keyof typeof causeOrderColumns
}

/** `waiting_causes` has rows only for reviews that are not closed. */
function idsOfCause(db: Reader, filter: CauseFilter, left: Left | undefined) {
  const { environment, view, cause, order, isOverdue, nowMs } = filter
  const column = causeOrderColumns[order]
  let query = db
    .selectFrom('waiting_causes as waiting')
    .innerJoin('reviews', 'reviews.id', 'waiting.review_id')
    .select('waiting.review_id as id')
    .where('waiting.environment', '=', environment)
    .where('waiting.cause', '=', cause)
    .where(withoutIndex('reviews.state'), 'in', statesOf(view))
    .where(isAssigned(filter, { mayUseIndex: false }))
    .where(isOfVerification(filter))
    .orderBy(column)
    .orderBy('waiting.review_id')
  if (isOverdue) query = query.where('waiting.due_at', '<=', nowMs)
  if (left === undefined) return query
  const from = left[orderColumns[order]]
  return query
    .where(column, '>=', from)
    .where(({ or, eb }) => or([eb(column, '>', from), eb('waiting.review_id', '>', left.id)]))
}

const userColumns = ['assigned_to', 'claimed_by', 'kept_for', 'proposed_by', 'checker_id'] as const
type UserColumn = (typeof userColumns)[number]

/** A user is involved in few waiting reviews, so all of them are read. */
async function idsInvolving(
  db: Reader,
  filter: QueueFilter,
  page: PageRequest,
  userId: string,
): Promise<readonly string[]> {
  const column: keyof Left = orderColumns[filter.order]
  const left = await findLeft(db, page)
  const found = new Map<string, Left>()
  for (const userColumn of userColumns) {
    const rows = await idsByUserColumn(db, filter, { column: userColumn, userId }).execute()
    for (const row of rows) found.set(row.id, row)
  }
  return [...found.values()]
    .toSorted((one, other) => compare(one[column], other[column]) || compare(one.id, other.id))
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
  filter: QueueFilter,
  { column, userId }: { readonly column: UserColumn; readonly userId: string },
) {
  const { environment, view, isOverdue, nowMs } = filter
  let query = db
    .selectFrom('reviews')
    .select(leftColumns)
    .select((eb) => assigneeName(eb).as('assignee_name'))
    .where(column, '=', userId)
    .where(withoutIndex('reviews.environment'), '=', environment)
    .where(withoutIndex('reviews.state'), 'in', statesOf(view))
    .where('closed_at', 'is', null)
    .where(isAssigned(filter, { mayUseIndex: false }))
    .where(hasCause(filter))
    .where(isOfVerification(filter))
  if (isOverdue) query = query.where('due_at', '<=', nowMs)
  if (column === 'claimed_by' || column === 'kept_for') {
    query = query.where(untilOf[column], '>', nowMs)
  }
  return query
}

function statesOf(view: QueueView): readonly ReviewState[] {
  return view === 'mine' || view === 'waiting' ? ['open', 'proposed'] : [view]
}
