// What the overview counts: sums by the hour over a bounded time, and what is pending at this moment.
// Costs the same however many verifications there are.

import { sql } from 'kysely'
import type { Reader } from '../db/transaction.ts'
import { firstIdAt } from '../kernel/ids.ts'
import type { Environment } from '../keys/key.ts'
import type { DocumentType } from '../markets/market.ts'
import type { Period } from '../usage/span.ts'
import type { SumFact } from '../verifications/sum-fact.ts'

const dayMs = 24 * 60 * 60 * 1000
const pending = sql.lit('pending' as const)

/** What happened on a day, by country and document. */
export interface DaySum {
  /** First instant of the day, UTC. */
  readonly day: number
  readonly country: string
  readonly idType: DocumentType
  readonly fact: SumFact
  readonly verifications: number
}

export async function listDaySums(
  db: Reader,
  environment: Environment,
  { from, to }: Period,
): Promise<readonly DaySum[]> {
  const rows = await db
    .selectFrom('verification_sums')
    .select(['country', 'id_type', 'fact'])
    .select(startOfDay.as('day'))
    .select((select) => select.fn.sum<number>('verifications').as('verifications'))
    .where('environment', '=', environment)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .groupBy([startOfDay, 'country', 'id_type', 'fact'])
    .execute()
  return rows.map((row) => ({
    day: Number(row.day),
    country: row.country,
    idType: row.id_type,
    fact: row.fact,
    verifications: Number(row.verifications),
  }))
}

/** How many results of a day took how long. */
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
  /** When the one that waits longest was submitted; undefined where none does. */
  readonly oldestAt: number | undefined
}

/** Of those submitted within the period. Their number is that of the jobs under way. */
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

/** Active keys whose time is over soon. */
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

/** Cases that wait for a person, or for a second one. */
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
