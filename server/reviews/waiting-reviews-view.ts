// Counts the open reviews and those of them that are overdue, for the navigation of the console and for the metrics.

import type { Reader } from '../db/transaction.ts'
import type { Environment } from '../kernel/environment.ts'

/** Counting stops here, so that its cost does not grow with the queue. */
export const waitingCountedMax = 10_000

export interface WaitingReviews {
  readonly open: number
  readonly overdue: number
}

/** Neither number is higher than 10 000. */
export async function countWaitingReviews(
  db: Reader,
  { environment, nowMs }: { readonly environment: Environment; readonly nowMs: number },
): Promise<WaitingReviews> {
  const open = db
    .selectFrom('reviews')
    .select('due_at')
    .where('environment', '=', environment)
    .where('state', '=', 'open')
    .where('closed_at', 'is', null)
    .limit(waitingCountedMax)
  const count = async (query: typeof open) => {
    const { counted } = await db
      .selectFrom(query.as('counted'))
      .select(({ fn }) => fn.countAll<number>().as('counted'))
      .executeTakeFirstOrThrow()
    return Number(counted)
  }
  return { open: await count(open), overdue: await count(open.where('due_at', '<=', nowMs)) }
}
