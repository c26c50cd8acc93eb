// Remembers which reads are in the audit log already, so that a client that polls leaves one entry an hour.

import { sql } from 'kysely'
import type { Trx } from '../transaction.ts'

export async function auditAccess(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('audit_once')
    .addColumn('deduplication_key', 'text', (column) => column.primaryKey().notNull())
    .addColumn('at', 'integer', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute()
  await trx.schema.createIndex('audit_once_by_at').on('audit_once').columns(['at']).execute()
}
