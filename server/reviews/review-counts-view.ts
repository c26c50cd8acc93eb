// Counts the reviews of the queue: waiting by age, proposed, and closed since a given time.

import { countRows } from '../db/count-rows.ts'
import type { Reader } from '../db/transaction.ts'
import type { Environment } from '../kernel/environment.ts'
import { firstIdAt } from '../kernel/ids.ts'
import { holderAt, type Review } from './review.ts'
import type { ReviewCounts } from './review-counts.ts'
import { toReview } from './review-store.ts'

/** `sinceMs` applies to closed reviews only. */
export async function countReviews(
  db: Reader,
  filter: {
    readonly environment: Environment
    readonly userId: string
    readonly sinceMs: number
    readonly nowMs: number
  },
): Promise<ReviewCounts> {
  const { environment, userId, sinceMs, nowMs } = filter
  const waiting = await countWaiting(db, environment, nowMs)
  const claimed = await db
    .selectFrom('reviews')
    .selectAll()
    .where('claimed_by', 'is not', null)
    .execute()
  const proposals = await db
    .selectFrom('reviews')
    .selectAll()
    .where('environment', '=', environment)
    .where('state', '=', 'proposed')
    .limit(proposalsCountedMax)
    .execute()
  const closed = await db
    .selectFrom('reviews')
    .select(['outcome', 'decided_by', 'approved_by'])
    .where('environment', '=', environment)
    .where('closed_at', '>=', sinceMs)
    .execute()
  const held = claimed
    .map(toReview)
    .filter((one) => one.environment === environment && one.progress.state === 'open')
    .filter((one) => holderAt(one, nowMs) !== undefined)
  return {
    waiting: waiting.count,
    overdue: await countOverdue(db, environment, nowMs),
    held: held.length,
    proposed: proposals.length,
    forMe: proposals.filter((one) => isFor(toReview(one), userId)).length,
    byMe: proposals.filter((one) => one.proposed_by === userId).length,
    ages: waiting.ages,
    oldestAt: await createdAtOf(db, waiting.oldest),
    closed: closed.length,
    confirmed: closed.filter(({ outcome }) => outcome !== 'dispute').length,
    disputed: closed.filter(({ outcome }) => outcome === 'dispute').length,
    mine: closed.filter((one) => [one.decided_by, one.approved_by].includes(userId)).length,
  }
}

/** The ages add up to the count. Ids begin with the time, so each age is a range of the queue's index. */
async function countWaiting(db: Reader, environment: Environment, nowMs: number) {
  const agoId = (hours: number) => firstIdAt('rev', nowMs - hours * 3_600_000)
  const { oldest, all, day, three, week } = await db
    .selectFrom('reviews')
    .select(({ fn }) => [
      fn.min('id').as('oldest'),
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('id', '>', agoId(24)).as('day'),
      fn
        .countAll<number>()
        .filterWhere('id', '>', agoId(3 * 24))
        .as('three'),
      fn
        .countAll<number>()
        .filterWhere('id', '>', agoId(7 * 24))
        .as('week'),
    ])
    .where('environment', '=', environment)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  const ages = {
    under_day: day,
    one_to_three_days: three - day,
    three_to_seven_days: week - three,
    over_seven_days: all - week,
  }
  return { count: all, ages, oldest }
}

function countOverdue(db: Reader, environment: Environment, nowMs: number): Promise<number> {
  return countRows(
    db
      .selectFrom('reviews')
      .where('environment', '=', environment)
      .where('state', '=', 'open')
      .where('closed_at', 'is', null)
      .where('due_at', '<=', nowMs),
  )
}

/** Proposals wait for hours at most, so there are few; the count stops here. */
const proposalsCountedMax = 999

function isFor({ progress }: Review, userId: string): boolean {
  if (progress.state !== 'proposed' || progress.proposal.by === userId) return false
  const { checkerId } = progress.proposal
  return checkerId === undefined || checkerId === userId
}

async function createdAtOf(db: Reader, id: string | null): Promise<number | undefined> {
  if (id === null) return undefined
  const row = await db
    .selectFrom('reviews')
    .select('created_at')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.created_at
}
