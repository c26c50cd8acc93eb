// Remembers how far the audit log has been copied for a second system.

import { sql } from 'kysely'
import type { Trx } from '../transaction.ts'

export async function auditCopy(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('audit_copy')
    .addColumn('only', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('copied_to', 'integer', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute()
}
