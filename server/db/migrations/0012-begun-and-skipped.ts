// A call may stand in the ledger before its end is known, and a score that was skipped is found by an
// index: both are few among very many.

import { sql } from 'kysely'
import type { Trx } from '../transaction.ts'

export async function begunAndSkipped(trx: Trx): Promise<void> {
  await trx.schema
    .alterTable('outbound_calls')
    .alterColumn('duration_ms', (column) => column.dropNotNull())
    .execute()
  await trx.schema
    .createIndex('outbound_calls_begun')
    .on('outbound_calls')
    .columns(['id'])
    .where(sql.ref('outcome'), '=', sql.lit('begun'))
    .execute()
  await trx.schema
    .createIndex('verifications_scoring_skipped')
    .on('verifications')
    .columns(['environment', 'id'])
    .where(sql.ref('scoring'), '=', sql.lit('skipped'))
    .execute()
}
