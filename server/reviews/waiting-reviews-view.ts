// Counts the reviews that wait for staff, for the navigation of the console, its overview and the metrics.

import { countRows } from '../db/count-rows.ts'
import type { Reader } from '../db/transaction.ts'
import type { Environment } from '../kernel/environment.ts'
import { type WaitingReviews, waitingCountedMax } from './waiting-reviews.ts'

/** Counts the open reviews and those of them that are overdue. Neither number is higher than 10 000. */
export async function countWaitingReviews(
  db: Reader,
  { environment, nowMs }: { readonly environment: Environment; readonly nowMs: number },
): Promise<WaitingReviews> {
  const open = waitingIn(db, environment, 'open')
  return {
    open: await countSome(db, open),
    overdue: await countSome(db, open.where('due_at', '<=', nowMs)),
  }
}

/** Counts the reviews that wait for a second user: 10 000 at most. */
export function countProposedReviews(db: Reader, environment: Environment): Promise<number> {
  return countSome(db, waitingIn(db, environment, 'proposed'))
}

function waitingIn(db: Reader, environment: Environment, state: 'open' | 'proposed') {
  return db
    .selectFrom('reviews')
    .select('due_at')
    .where('environment', '=', environment)
    .where('state', '=', state)
    .where('closed_at', 'is', null)
}

function countSome(db: Reader, waiting: ReturnType<typeof waitingIn>): Promise<number> {
  return countRows(db.selectFrom(waiting.limit(waitingCountedMax).as('counted')))
}
