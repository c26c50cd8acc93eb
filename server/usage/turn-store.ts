// Queries of `usage_day_checks`: when each day was last recounted.

import type { Reader, Trx } from '../db/transaction.ts'
import { environments } from '../keys/key.ts'
import type { CheckedDay } from './recount-turn.ts'

export async function countCheckedDays(db: Reader, before: number): Promise<number> {
  const row = await db
    .selectFrom('usage_day_checks')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('starts_at', '<', before)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Returns the days before `before` that were recounted longest ago, with their counters' events. */
export async function listWaitingDays(
  db: Reader,
  before: number,
  limit: number,
): Promise<readonly CheckedDay[]> {
  const days = await db
    .selectFrom('usage_day_checks')
    .select('starts_at')
    .where('starts_at', '<', before)
    .orderBy('checked_at')
    .orderBy('starts_at')
    .limit(limit)
    .execute()
  const waiting: CheckedDay[] = []
  for (const { starts_at: startsAt } of days) {
    const counted = await db
      .selectFrom('usage_counters')
      .select((select) => select.fn.sum<number | null>('events').as('events'))
      .where('span', '=', 'day')
      .where('environment', 'in', environments)
      .where('starts_at', '=', startsAt)
      .executeTakeFirst()
    waiting.push({ startsAt, events: Number(counted?.events ?? 0) })
  }
  return waiting
}

export async function markChecked(trx: Trx, startsAt: number, nowMs: number): Promise<void> {
  await trx
    .insertInto('usage_day_checks')
    .values({ starts_at: startsAt, checked_at: nowMs })
    .onConflict((conflict) => conflict.column('starts_at').doUpdateSet({ checked_at: nowMs }))
    .execute()
}
