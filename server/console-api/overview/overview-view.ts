// Reads what the overview shows beside the hourly counters: pending verifications, sign-ins, expiring keys. The
// cost does not grow with the number of all verifications.

import { sql } from 'kysely'
import { countRows } from '../../db/count-rows.ts'
import type { Reader } from '../../db/transaction.ts'
import { dayMs } from '../../kernel/durations.ts'
import type { Environment } from '../../kernel/environment.ts'
import { firstIdAt } from '../../kernel/ids.ts'
import { selectRotatedIds } from '../../keys/rotated-keys-view.ts'
import type { Period } from '../../usage/span.ts'
import type { Pending } from './pending.ts'

const pending = sql.lit('pending' as const)
const startOfDay = sql<number>`created_at - created_at % ${sql.lit(dayMs)}`

/** Counts the pending verifications that were submitted within the period. There are few, one for each active job. */
export async function readPending(
  db: Reader,
  environment: Environment,
  { from, to }: Period,
): Promise<Pending> {
  const rows = await db
    .selectFrom('verifications')
    .select(startOfDay.as('day'))
    .select((select) => [
      select.fn.countAll<number>().as('count'),
      select.fn.min('created_at').as('oldest'),
    ])
    .where('environment', '=', environment)
    .where('status', '=', pending)
    .where('id', '>=', firstIdAt('ver', from))
    .where('id', '<', firstIdAt('ver', to))
    .groupBy(startOfDay)
    .execute()
  const byDay = new Map(rows.map(({ day, count }) => [Number(day), Number(count)]))
  return {
    count: [...byDay.values()].reduce((sum, count) => sum + count, 0),
    oldestAt: rows.length === 0 ? undefined : Math.min(...rows.map(({ oldest }) => Number(oldest))),
    byDay,
  }
}

export async function hasVerifications(db: Reader, environment: Environment): Promise<boolean> {
  const any = db.selectFrom('verifications').select('id').where('environment', '=', environment)
  return (await any.limit(1).executeTakeFirst()) !== undefined
}

/** Leaves out rotated keys, which end on purpose, and those that wait for approval. */
export function countExpiringKeys(
  db: Reader,
  environment: Environment,
  { from, to }: Period,
): Promise<number> {
  return countRows(
    db
      .selectFrom('api_keys')
      .where('environment', '=', environment)
      .where('id', 'not in', selectRotatedIds(db))
      .where('revoked_at', 'is', null)
      .where('waiting_since', 'is', null)
      .where('expires_at', '>', from)
      .where('expires_at', '<=', to),
  )
}

/** Counts sign-ins with a password since an instant, while the settings send others to the bank's directory. */
export function countEmergencySignIns(db: Reader, since: number): Promise<number> {
  return countRows(
    db
      .selectFrom('audit_entries')
      .where('action', '=', 'user.emergency_sign_in')
      .where('at', '>=', since),
  )
}
