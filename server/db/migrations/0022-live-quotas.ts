// Counters for the quotas of the live service: bytes of the pictures that are stored, and what each key submits a
// day, so that nobody need count rows. Filled from what is there.

import { sql } from 'kysely'
import type { Trx } from '../transaction.ts'

export async function liveQuotas(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('stored_images')
    .addColumn('only', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute()
  await trx.schema
    .createTable('live_days')
    .addColumn('api_key_id', 'text', (column) => column.notNull())
    .addColumn('starts_at', 'integer', (column) => column.notNull())
    .addColumn('verifications', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('live_days_pk', ['api_key_id', 'starts_at'])
    .modifyEnd(sql`strict`)
    .execute()
  await sql`insert into stored_images (only, bytes)
    select 1, coalesce(sum(bytes), 0) from evidence`.execute(trx)
  await sql`insert into live_days (api_key_id, starts_at, verifications)
    select api_key_id, created_at - created_at % 86400000, count(*)
    from verifications where environment = 'live' group by 1, 2`.execute(trx)
}
