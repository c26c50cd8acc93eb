// Remembers what the last start ran with, so that the next one can tell the audit log what was set anew.

import { sql } from 'kysely'
import type { Trx } from '../transaction.ts'

export async function settingDigests(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('setting_digests')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute()
}
