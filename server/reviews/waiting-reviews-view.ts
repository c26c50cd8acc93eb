// Counts the reviews that wait for staff, for the navigation of the console, its overview and the metrics.

import { sql } from 'kysely'
import { countRows } from '../db/count-rows.ts'
import type { Reader } from '../db/transaction.ts'
import type { Environment } from '../kernel/environment.ts'
import { soonParts } from './due-policy.ts'
import {
  type DueReviews,
  dueSoonCountedMax,
  type WaitingReviews,
  waitingCountedMax,
} from './waiting-reviews.ts'

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

/** Counts the reviews, proposed ones too, that are overdue and those that are due soon, as the queue marks them. */
export async function countDueReviews(
  db: Reader,
  { environment, nowMs }: { readonly environment: Environment; readonly nowMs: number },
): Promise<DueReviews> {
  const states = (['open', 'proposed'] as const).map((state) => waitingIn(db, environment, state))
  const sums = { overdue: 0, dueSoon: 0 }
  const firstDue: number[] = []
  for (const waiting of states) {
    const overdue = waiting.where('due_at', '<=', nowMs)
    sums.overdue += await countSome(db, overdue)
    const first = await overdue.orderBy('due_at').limit(1).executeTakeFirst()
    if (first !== undefined) firstDue.push(Number(first.due_at))
    const next = waiting.where('due_at', '>', nowMs).orderBy('due_at').limit(dueSoonCountedMax)
    const isSoon = sql<boolean>`(due_at - ${nowMs}) * ${sql.lit(soonParts)} <= due_at - created_at`
    sums.dueSoon += await countRows(
      db.selectFrom(next.select('created_at').as('next')).where(isSoon),
    )
  }
  return {
    overdue: Math.min(sums.overdue, waitingCountedMax),
    overdueSince: firstDue.length === 0 ? undefined : Math.min(...firstDue),
    dueSoon: Math.min(sums.dueSoon, dueSoonCountedMax),
  }
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
