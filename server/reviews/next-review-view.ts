// Finds the next review for a user.

import type { Reader } from '../db/transaction.ts'
import type { Review } from './review.ts'

/** Returns the id of the oldest unclaimed review in `state` that this user may claim. */
export async function findNextFor(
  db: Reader,
  filter: {
    readonly environment: Review['environment']
    readonly state: 'open' | 'proposed'
    readonly userId: string
    readonly after: string | undefined
    readonly nowMs: number
    /** Users tied to this one: proposals that they made, or whose history they wrote in, are left out. */
    readonly ties: readonly string[]
  },
): Promise<string | undefined> {
  const { environment, state, userId, after, nowMs, ties } = filter
  let query = db
    .selectFrom('reviews')
    .select('id')
    .where('environment', '=', environment)
    .where('state', '=', state)
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
  if (after !== undefined) query = query.where('id', '>', after)
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
  return (await query.orderBy('id').limit(1).executeTakeFirst())?.id
}
