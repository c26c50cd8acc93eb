// What the overview reads instead of counting verifications: sums by the hour, times to a result in
// steps, and an index of the jobs that failed. Filled from what is there.

import { sql } from 'kysely'
import type { Trx } from '../transaction.ts'

export async function overview(trx: Trx): Promise<void> {
  await createSums(trx)
  await createTimes(trx)
  await trx.schema
    .createIndex('jobs_failed')
    .on('jobs')
    .columns(['finished_at', 'id'])
    .where(sql.ref('state'), '=', sql.lit('failed'))
    .execute()
  await sumSubmissions(trx)
  await sumConclusions(trx)
  await sumBands(trx)
  await sumTimes(trx)
}

async function createSums(trx: Trx): Promise<void> {
  const key = ['environment', 'starts_at', 'country', 'id_type', 'fact'] as const
  await trx.schema
    .createTable('verification_sums')
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('starts_at', 'integer', (column) => column.notNull())
    .addColumn('country', 'text', (column) => column.notNull())
    .addColumn('id_type', 'text', (column) => column.notNull())
    .addColumn('fact', 'text', (column) => column.notNull())
    .addColumn('verifications', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('verification_sums_pk', [...key])
    .modifyEnd(sql`strict`)
    .execute()
}

async function createTimes(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('verification_times')
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('starts_at', 'integer', (column) => column.notNull())
    .addColumn('up_to_ms', 'integer', (column) => column.notNull())
    .addColumn('verifications', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('verification_times_pk', ['environment', 'starts_at', 'up_to_ms'])
    .modifyEnd(sql`strict`)
    .execute()
}

async function sumSubmissions(trx: Trx): Promise<void> {
  await sql`insert into verification_sums
      (environment, starts_at, country, id_type, fact, verifications)
    select environment, created_at - created_at % 3600000, country, id_type, 'submitted', count(*)
    from verifications group by 1, 2, 3, 4`.execute(trx)
}

async function sumConclusions(trx: Trx): Promise<void> {
  await sql`insert into verification_sums
      (environment, starts_at, country, id_type, fact, verifications)
    select environment, completed_at - completed_at % 3600000, country, id_type, status, count(*)
    from verifications where completed_at is not null group by 1, 2, 3, 4, 5`.execute(trx)
}

/** Specification 2.4. */
async function sumBands(trx: Trx): Promise<void> {
  await sql`insert into verification_sums
      (environment, starts_at, country, id_type, fact, verifications)
    select environment, computed_at - computed_at % 3600000, country, id_type,
      case when score < 300 then 'band_low' when score < 550 then 'band_medium'
        when score < 800 then 'band_high' else 'band_premium' end,
      count(*)
    from scores join verifications on verifications.id = scores.verification_id
    group by 1, 2, 3, 4, 5`.execute(trx)
}

/** The steps as they were when this was released. */
async function sumTimes(trx: Trx): Promise<void> {
  const decades = [100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]
  const parts = [10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82]
  const steps = [...decades.flatMap((one) => parts.map((part) => (one * part) / 10)), 1_000_000_000]
  const values = sql.join(steps.map((step) => sql`(${sql.lit(step)})`))
  await sql`with steps (up_to) as (values ${values}), took as (
      select environment, completed_at - completed_at % 3600000 as starts_at,
        completed_at - created_at as ms
      from verifications where status in ('approved', 'declined') and completed_at is not null)
    insert into verification_times (environment, starts_at, up_to_ms, verifications)
    select environment, starts_at,
      coalesce((select min(up_to) from steps where up_to >= took.ms), 1000000000), count(*)
    from took group by 1, 2, 3`.execute(trx)
}
