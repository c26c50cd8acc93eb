// Finds the review ids of one page of closed reviews, the last closed first.

import type { Reader } from '../db/transaction.ts'
import { withoutIndex } from '../db/without-index.ts'
import type { PageRequest } from '../kernel/page.ts'
import { isHiddenFrom } from './quality/quality-blind-view.ts'
import { hasCause, isOfVerification, type QueueFilter } from './queue-filter-view.ts'

/**
 * Closed reviews are many and have no index by cause, market, document or outcome, so only those closed in this time
 * are filtered.
 */
const filteredBackMs = 92 * 24 * 60 * 60_000

/** Returns up to `limit + 1` ids: the extra one shows that there is a next page. */
export async function closedIdsOfPage(
  db: Reader,
  filter: QueueFilter,
  { limit, after }: PageRequest,
): Promise<readonly string[]> {
  const left = after === undefined ? undefined : await findLeft(db, after)
  const found = new Map<string, Closed>()
  for (const query of selectsOf(db, filter)) {
    const rows = await pageOf(query, left, limit + 1)
    for (const row of rows) found.set(row.id, row)
  }
  const sorted = [...found.values()].toSorted(newestFirst)
  return sorted.slice(0, limit + 1).map(({ id }) => id)
}

interface Closed {
  readonly id: string
  readonly closed_at: number | null
}

function findLeft(db: Reader, id: string): Promise<Closed | undefined> {
  return db
    .selectFrom('reviews')
    .select(['id', 'closed_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** All of the environment; or those that a user decided and those that they approved, each from its own index. */
function selectsOf(db: Reader, filter: QueueFilter): readonly ClosedQuery[] {
  const { environment, reviewerId } = filter
  const query = selectClosed(db, filter)
  if (reviewerId === undefined) return [query.where('environment', '=', environment)]
  const ofReviewer = query.where(withoutIndex('reviews.environment'), '=', environment)
  return [
    ofReviewer.where('decided_by', '=', reviewerId),
    ofReviewer.where('approved_by', '=', reviewerId),
  ]
}

type ClosedQuery = ReturnType<typeof selectClosed>

/** A review has a time of closing exactly if it is closed. */
function selectClosed(db: Reader, filter: QueueFilter) {
  const { causes, countries, idTypes, outcomes, reviewerId } = filter
  const all = db
    .selectFrom('reviews')
    .select(['id', 'closed_at'])
    .where('closed_at', 'is not', null)
  // Those of one reviewer would tell who decided, those of one outcome how: so would a place left empty in a page.
  const tellsDecision = reviewerId !== undefined || outcomes.length > 0
  const query = tellsDecision ? all.where((eb) => eb.not(isHiddenFrom(filter)(eb))) : all
  if (causes.length + countries.length + idTypes.length + outcomes.length === 0) return query
  const wanted = outcomes.length === 0 ? query : query.where('outcome', 'in', outcomes)
  return wanted
    .where(hasCause(filter))
    .where(isOfVerification(filter))
    .where('closed_at', '>=', filter.nowMs - filteredBackMs)
}

function pageOf(query: ClosedQuery, left: Closed | undefined, limit: number) {
  const sorted = query.orderBy('closed_at', 'desc').orderBy('id', 'desc').limit(limit)
  if (left === undefined) return sorted.execute()
  // The first condition is what the index can begin at.
  return sorted
    .where('closed_at', '<=', left.closed_at)
    .where((eb) => eb.or([eb('closed_at', '<', left.closed_at), eb('id', '<', left.id)]))
    .execute()
}

function newestFirst(one: Closed, other: Closed): number {
  const later = (other.closed_at ?? 0) - (one.closed_at ?? 0)
  if (later !== 0) return later
  return one.id < other.id ? 1 : -1
}
