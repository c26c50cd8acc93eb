// Usage of one verification or one key is found along an index of its own, however often it was metered; and
// each day has on it when it was last recounted, so that the night takes those whose turn it is.

import { sql } from 'kysely'
import type { Trx } from '../transaction.ts'

export async function usageChecks(trx: Trx): Promise<void> {
  await indexEvents(trx)
  await createDayChecks(trx)
  await rememberRecountedDays(trx)
}

/**
 * Without the environment, of which a verification and a key have one: an index that begins with it would
 * be taken for as good, and read past every event of others.
 */
async function indexEvents(trx: Trx): Promise<void> {
  await trx.schema.dropIndex('usage_events_by_api_key_id_environment_type_billable_id').execute()
  for (const column of ['api_key_id', 'verification_id']) {
    await trx.schema
      .createIndex(`usage_events_by_${column}_type_billable_id`)
      .on('usage_events')
      .columns([column, 'type', 'billable', 'id'])
      .execute()
  }
}

async function createDayChecks(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('usage_day_checks')
    .addColumn('starts_at', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('checked_at', 'integer', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute()
  await trx.schema
    .createIndex('usage_day_checks_by_checked_at_starts_at')
    .on('usage_day_checks')
    .columns(['checked_at', 'starts_at'])
    .execute()
}

/** Every day from the first event to the mark was recounted once, soon after it was over. */
async function rememberRecountedDays(trx: Trx): Promise<void> {
  await sql`with recursive days (starts_at) as (
      select min(created_at) / 86400000 * 86400000 from usage_events
      union all
      select starts_at + 86400000 from days
        where starts_at + 86400000 < (select counted_to from usage_recount))
    insert into usage_day_checks (starts_at, checked_at)
    select starts_at, starts_at + 86400000 from days
    where starts_at < (select counted_to from usage_recount)`.execute(trx)
}
