// Finds the next review for a user.

import type { Reader } from '../db/transaction.ts'
import type { Review } from './review.ts'
import { listFormerReviewers } from './review-view.ts'

interface Search {
  readonly environment: Review['environment']
  readonly userId: string
  readonly after: string | undefined
  readonly nowMs: number
  /** Users tied to this one: proposals that they made, or whose history they wrote in, are left out. */
  readonly ties: readonly string[]
}

interface Position {
  readonly id: string
  readonly due_at: number
}

/**
 * Returns the id of the review that is due next: of those assigned to the user first, then of those assigned to nobody
 * or to somebody who decides no reviews any more, other users' proposals among them.
 */
export async function findNextReview(db: Reader, search: Search): Promise<string | undefined> {
  const left = await findLeft(db, search)
  const own = await findDue(db, search, 'open', { owners: [search.userId], left })
  const ownProposed = await findDue(db, search, 'proposed', { owners: [search.userId], left })
  const assigned = soonest([own, ownProposed])
  if (assigned !== undefined) return assigned.id
  const from = left?.isOwn ? undefined : left
  const former = await listFormerReviewers(db)
  const free = [undefined, ...(former.length === 0 ? [] : [former])]
  const found: (Position | undefined)[] = []
  for (const owners of free) {
    found.push(await findDue(db, search, 'open', { owners, left: from }))
    found.push(await findDue(db, search, 'proposed', { owners, left: from }))
  }
  return soonest(found)?.id
}

/** Where the user is in the queue: at a review that they skipped or decided. */
async function findLeft(db: Reader, { after, userId }: Search) {
  if (after === undefined) return undefined
  const row = await db
    .selectFrom('reviews')
    .select(['id', 'due_at', 'assigned_to'])
    .where('id', '=', after)
    .executeTakeFirst()
  return row && { ...row, isOwn: row.assigned_to === userId }
}

function soonest(found: readonly (Position | undefined)[]): Position | undefined {
  return found
    .filter((one) => one !== undefined)
    .toSorted((one, other) => one.due_at - other.due_at || (one.id < other.id ? -1 : 1))[0]
}

async function findDue(
  db: Reader,
  { environment, userId, nowMs, ties }: Search,
  state: 'open' | 'proposed',
  {
    owners,
    left,
  }: { readonly owners: readonly string[] | undefined } & {
    readonly left: Position | undefined
  },
): Promise<Position | undefined> {
  let query = db
    .selectFrom('reviews')
    .select(['id', 'due_at'])
    .where('environment', '=', environment)
    .where('state', '=', state)
    .where('closed_at', 'is', null)
    .where('assigned_to', owners ? 'in' : 'is', owners ?? null)
    .where(({ or, eb }) =>
      or([
        eb('claimed_by', 'is', null),
        eb('claimed_by', '=', userId),
        eb('claimed_until', '<=', nowMs),
      ]),
    )
    .where(({ or, eb }) =>
      or([eb('kept_for', 'is', null), eb('kept_for', '=', userId), eb('kept_until', '<=', nowMs)]),
    )
  if (left !== undefined) {
    const { due_at: dueAt, id } = left
    // The first condition is what the index can begin at.
    query = query
      .where('due_at', '>=', dueAt)
      .where(({ or, eb }) => or([eb('due_at', '>', dueAt), eb('id', '>', id)]))
  }
  if (state === 'proposed') {
    query = query
      .where('proposed_by', '!=', userId)
      .where(({ or, eb }) => or([eb('checker_id', 'is', null), eb('checker_id', '=', userId)]))
    if (ties.length > 0) {
      query = query
        .where('proposed_by', 'not in', ties)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('review_entries')
                .select('review_entries.id')
                .whereRef('review_entries.review_id', '=', 'reviews.id')
                .where('author_id', 'in', ties),
            ),
          ),
        )
    }
  }
  return query.orderBy('due_at').orderBy('id').limit(1).executeTakeFirst()
}
