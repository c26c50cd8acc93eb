// Which case a member is handed next.

import type { Reader } from '../db/transaction.ts'
import type { Review } from './review.ts'

/** The oldest that this member can be handed, among those in `state`. */
export async function findNextFor(
  db: Reader,
  asked: {
    readonly environment: Review['environment']
    readonly state: 'open' | 'proposed'
    readonly memberId: string
    readonly after: string | undefined
    readonly nowMs: number
    /** A proposal in which one of these had a part is not handed to them. */
    readonly ties: readonly string[]
  },
): Promise<string | undefined> {
  const { environment, state, memberId, after, nowMs, ties } = asked
  let query = db
    .selectFrom('reviews')
    .select('id')
    .where('environment', '=', environment)
    .where('state', '=', state)
    .where(({ or, eb }) =>
      or([
        eb('claimed_by', 'is', null),
        eb('claimed_by', '=', memberId),
        eb('claimed_until', '<=', nowMs),
      ]),
    )
    .where(({ or, eb }) =>
      or([
        eb('kept_for', 'is', null),
        eb('kept_for', '=', memberId),
        eb('kept_until', '<=', nowMs),
      ]),
    )
  if (after !== undefined) query = query.where('id', '>', after)
  if (state === 'proposed') {
    query = query
      .where('proposed_by', '!=', memberId)
      .where(({ or, eb }) => or([eb('checker_id', 'is', null), eb('checker_id', '=', memberId)]))
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
