// Reads the counts of the overview: hourly counters over a bounded time, and the current pending verifications. The
// cost does not grow with the number of all verifications.

import { sql } from 'kysely'
import type { Reader } from '../../db/transaction.ts'
import type { Environment } from '../../kernel/environment.ts'
import { firstIdAt } from '../../kernel/ids.ts'
import type { DocumentType } from '../../markets/market.ts'
import type { Period } from '../../usage/span.ts'
import type { CounterKind } from '../../verifications/counter-kind.ts'

const dayMs = 24 * 60 * 60 * 1000
const pending = sql.lit('pending' as const)

/** Verifications of one day by country, document type and event. */
export interface DayCount {
  /** First instant of the day, UTC. */
  readonly day: number
  readonly country: string
  readonly idType: DocumentType
  readonly kind: CounterKind
  readonly verifications: number
}

export async function listDayCounts(
  db: Reader,
  environment: Environment,
  { from, to }: Period,
): Promise<readonly DayCount[]> {
  const rows = await db
    .selectFrom('verification_counters')
    .select(['country', 'id_type', 'kind'])
    .select(startOfDay.as('day'))
    .select((select) => select.fn.sum<number>('verifications').as('verifications'))
    .where('environment', '=', environment)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .groupBy([startOfDay, 'country', 'id_type', 'kind'])
    .execute()
  return rows.map((row) => ({
    day: Number(row.day),
    country: row.country,
    idType: row.id_type,
    kind: row.kind,
    verifications: Number(row.verifications),
  }))
}

/** Results of one day by time to result. */
export interface DayTime {
  readonly day: number
  readonly upToMs: number
  readonly verifications: number
}

export async function listDayTimes(
  db: Reader,
  environment: Environment,
  { from, to }: Period,
): Promise<readonly DayTime[]> {
  const rows = await db
    .selectFrom('verification_times')
    .select(['up_to_ms'])
    .select(startOfDay.as('day'))
    .select((select) => select.fn.sum<number>('verifications').as('verifications'))
    .where('environment', '=', environment)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .groupBy([startOfDay, 'up_to_ms'])
    .execute()
  return rows.map((row) => ({
    day: Number(row.day),
    upToMs: row.up_to_ms,
    verifications: Number(row.verifications),
  }))
}

export interface Pending {
  readonly count: number
  /** When the oldest pending verification was submitted; undefined if there is none. */
  readonly oldestAt: number | undefined
}

/** Counts the pending verifications that were submitted within the period. There are few, one for each active job. */
export async function readPending(
  db: Reader,
  environment: Environment,
  { from, to }: Period,
): Promise<Pending> {
  const ofPeriod = db
    .selectFrom('verifications')
    .where('environment', '=', environment)
    .where('status', '=', pending)
    .where('id', '>=', firstIdAt('ver', from))
    .where('id', '<', firstIdAt('ver', to))
  const counted = await ofPeriod
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const oldest = await ofPeriod.select('created_at').orderBy('id').limit(1).executeTakeFirst()
  return { count: Number(counted.count), oldestAt: oldest?.created_at }
}

export async function hasVerifications(db: Reader, environment: Environment): Promise<boolean> {
  const any = db.selectFrom('verifications').select('id').where('environment', '=', environment)
  return (await any.limit(1).executeTakeFirst()) !== undefined
}

/** Counts the active keys that expire within the period. */
export async function countExpiringKeys(db: Reader, { from, to }: Period): Promise<number> {
  const counted = await db
    .selectFrom('api_keys')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', from)
    .where('expires_at', '<=', to)
    .executeTakeFirstOrThrow()
  return Number(counted.count)
}

/** Counts the reviews that wait for a reviewer (`open`) or for a second person (`proposed`). */
export async function countOpenReviews(
  db: Reader,
  environment: Environment,
): Promise<Readonly<Record<'open' | 'proposed', number>>> {
  const count = async (state: 'open' | 'proposed') => {
    const counted = await db
      .selectFrom('reviews')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('environment', '=', environment)
      .where('state', '=', state)
      .executeTakeFirstOrThrow()
    return Number(counted.count)
  }
  return { open: await count('open'), proposed: await count('proposed') }
}

const startOfDay = sql<number>`starts_at - starts_at % ${sql.lit(dayMs)}`

/** Counts sign-ins with a password since an instant, while the settings send others to the bank's directory. */
export async function countEmergencySignIns(db: Reader, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('audit_entries')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('action', '=', 'user.emergency_sign_in')
    .where('at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}
