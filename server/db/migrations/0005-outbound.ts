// The ledger of outbound calls: what left the house, when, to whom and what for.

import { sql } from 'kysely'
import type { Trx } from '../transaction.ts'

export async function outbound(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('outbound_calls')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('started_at', 'integer', (column) => column.notNull())
    .addColumn('duration_ms', 'integer', (column) => column.notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('field_names', 'text', (column) => column.notNull())
    .addColumn('body_bytes', 'integer', (column) => column.notNull())
    .addColumn('body_sha256', 'text')
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('status', 'integer')
    .modifyEnd(sql`strict`)
    .execute()
  for (const column of ['purpose', 'host']) {
    await trx.schema
      .createIndex(`outbound_calls_by_${column}_id`)
      .on('outbound_calls')
      .columns([column, 'id'])
      .execute()
  }
}
