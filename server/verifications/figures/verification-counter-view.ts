// Reads the hourly counters of verifications by day (UTC). The cost depends on the length of the period alone, not on
// the number of verifications.

import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Reader } from '../../db/transaction.ts'
import { dayMs } from '../../kernel/durations.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { Period } from '../../usage/span.ts'
import type { CounterKind } from './counter-kind.ts'
import type { CodeSum, DayCode, DayCount, DayTime } from './day-counts.ts'

const startOfDay = sql<number>`starts_at - starts_at % ${sql.lit(dayMs)}`
const verifications = sql<number>`sum(verifications)`.as('verifications')

export interface CounterScope {
  readonly environment: Environment
  /** undefined: all countries. */
  readonly country?: string | undefined
}

/** The condition on rows of any of the tables of counters. */
function isWithin(
  { environment, country }: CounterScope,
  { from, to }: Period,
): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, 'verification_counters'>()
  return eb.and([
    eb('environment', '=', environment),
    eb('starts_at', '>=', from),
    eb('starts_at', '<', to),
    ...(country === undefined ? [] : [eb('country', '=', country)]),
  ])
}

/** PostgreSQL gives sums as texts. */
function withNumbers<Row extends { readonly day: number; readonly verifications: number }>(
  row: Row,
): Row {
  return { ...row, day: Number(row.day), verifications: Number(row.verifications) }
}

export async function listDayCounts(
  db: Reader,
  scope: CounterScope,
  period: Period,
): Promise<readonly DayCount[]> {
  const rows = await db
    .selectFrom('verification_counters')
    .select(['country', 'id_type as idType', 'kind'])
    .select(startOfDay.as('day'))
    .select(verifications)
    .where(isWithin(scope, period))
    .groupBy([startOfDay, 'country', 'id_type', 'kind'])
    .execute()
  return rows.map(withNumbers)
}

/** Returns the totals of whole hours by event; events that did not happen are missing. */
export async function sumCounters(
  db: Reader,
  scope: CounterScope,
  period: Period,
): Promise<ReadonlyMap<CounterKind, number>> {
  const rows = await db
    .selectFrom('verification_counters')
    .select('kind')
    .select(verifications)
    .where(isWithin(scope, period))
    .groupBy('kind')
    .execute()
  return new Map(rows.map(({ kind, verifications }) => [kind, Number(verifications)]))
}

export async function listDayTimes(
  db: Reader,
  scope: CounterScope,
  period: Period,
): Promise<readonly DayTime[]> {
  const rows = await db
    .selectFrom('verification_times')
    .select(['kind', 'up_to_ms as upToMs'])
    .select(startOfDay.as('day'))
    .select(verifications)
    .where(isWithin(scope, period))
    .groupBy([startOfDay, 'kind', 'up_to_ms'])
    .execute()
  return rows.map(withNumbers)
}

export async function listDayCodes(
  db: Reader,
  scope: CounterScope,
  period: Period,
): Promise<readonly DayCode[]> {
  const rows = await db
    .selectFrom('verification_code_counters')
    .select(['kind', 'code'])
    .select(startOfDay.as('day'))
    .select(verifications)
    .where(isWithin(scope, period))
    .groupBy([startOfDay, 'kind', 'code'])
    .execute()
  return rows.map(withNumbers)
}

/** Returns the totals of whole hours by code of one kind; codes that nobody got are missing. */
export async function sumCodes(
  db: Reader,
  scope: CounterScope,
  period: Period,
): Promise<readonly CodeSum[]> {
  const rows = await db
    .selectFrom('verification_code_counters')
    .select(['kind', 'code'])
    .select(verifications)
    .where(isWithin(scope, period))
    .groupBy(['kind', 'code'])
    .execute()
  return rows.map((row) => ({ ...row, verifications: Number(row.verifications) }))
}

/** Returns the first hour with a counter; undefined before the first submission. */
export async function findFirstHour(
  db: Reader,
  environment: Environment,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('verification_counters')
    .select('starts_at')
    .where('environment', '=', environment)
    .orderBy('starts_at')
    .limit(1)
    .executeTakeFirst()
  return row?.starts_at
}
