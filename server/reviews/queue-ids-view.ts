// Which reviews stand on a page of the queue. Each way of asking leads with an index of its own: whom a
// review has to do with, else why it waits, else its state.

import { rowByRow } from '../db/row-by-row.ts'
import type { Reader } from '../db/transaction.ts'
import { firstIdAt } from '../kernel/ids.ts'
import type { PageRequest } from '../kernel/page.ts'
import type { Environment } from '../keys/key.ts'
import type { QueueView, ReviewCause, ReviewState } from './review.ts'

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

/** Closed reviews are many: by cause they are looked through row by row, those that came in this time. */
const filteredBackMs = 92 * 24 * 60 * 60_000

/** In the order of the queue; one more than asked for, where there is one. */
export async function idsOfPage(
  db: Reader,
  filter: QueueFilter,
  page: PageRequest,
): Promise<readonly string[]> {
  const { view, cause, reviewerId, memberId } = filter
  const isAlso = view === 'mine' && reviewerId !== undefined
  const concerned = view === 'mine' ? memberId : reviewerId
  if (concerned !== undefined) {
    const ids = await idsConcerning(db, filter, page, concerned)
    const also = isAlso ? await idsConcerning(db, filter, page, reviewerId) : ids
    return ids.filter((id) => also.includes(id)).slice(0, page.limit + 1)
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
  return query.where('causes', 'like', holding(cause)).where('id', '>=', filteredFrom(nowMs))
}

/** Of those that are not closed: of others the causes have no rows. */
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
    .where(rowByRow('reviews.state'), 'in', statesOf(view))
    .orderBy('waiting.review_id')
  return after === undefined ? query : query.where('waiting.review_id', '>', after)
}

const places = {
  waiting: ['claimed_by', 'kept_for', 'proposed_by', 'checker_id'],
  closed: ['decided_by', 'approved_by'],
} as const
type Place = (typeof places)['waiting' | 'closed'][number]

/** Of one member there are few that wait, so all of them; of what is closed, as many as a page holds. */
async function idsConcerning(
  db: Reader,
  filter: QueueFilter,
  page: PageRequest,
  memberId: string,
): Promise<readonly string[]> {
  const isClosed = filter.view === 'closed'
  const found = new Set<string>()
  for (const place of isClosed ? places.closed : places.waiting) {
    const query = idsByPlace(db, filter, page, { place, memberId })
    const first = query.orderBy('id', 'desc').limit(page.limit + 1)
    const rows = await (isClosed ? first : query).execute()
    for (const { id } of rows) found.add(id)
  }
  const ids = [...found].toSorted()
  return isClosed ? ids.toReversed() : ids
}

const untilOf = { claimed_by: 'claimed_until', kept_for: 'kept_until' } as const

function idsByPlace(
  db: Reader,
  { environment, view, cause, nowMs }: QueueFilter,
  { after }: PageRequest,
  { place, memberId }: { readonly place: Place; readonly memberId: string },
) {
  const isClosed = view === 'closed'
  let query = db
    .selectFrom('reviews')
    .select('id')
    .where(place, '=', memberId)
    .where(rowByRow('reviews.environment'), '=', environment)
    .where(rowByRow('reviews.state'), 'in', statesOf(view))
  if (after !== undefined) query = query.where('id', isClosed ? '<' : '>', after)
  if (cause !== undefined) query = query.where('causes', 'like', holding(cause))
  if (cause !== undefined && isClosed) query = query.where('id', '>=', filteredFrom(nowMs))
  if (place === 'claimed_by' || place === 'kept_for') {
    query = query.where(untilOf[place], '>', nowMs)
  }
  return query
}

function filteredFrom(nowMs: number): string {
  return firstIdAt('rev', nowMs - filteredBackMs)
}

function statesOf(view: QueueView): readonly ReviewState[] {
  return view === 'mine' ? ['open', 'proposed'] : [view]
}

/** A code in quotes is no part of another: the column is JSON of codes. */
function holding(cause: ReviewCause): string {
  return `%"${cause}"%`
}
