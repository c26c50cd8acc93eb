// What was done to accounts, for their owners and for the rules that read it; wrong codes in a row; who made
// a link.

import { sql } from 'kysely'
import type { Trx } from '../transaction.ts'

export async function accountNotices(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('account_notices')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('staff_members.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('at', 'integer', (column) => column.notNull())
    .addColumn('by_kind', 'text', (column) => column.notNull())
    .addColumn('by_id', 'text')
    .addColumn('approved_by_id', 'text')
    .addColumn('role', 'text')
    .addColumn('previous_role', 'text')
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('session_id', 'text')
    .addColumn('client_address', 'text')
    .addColumn('seen_at', 'integer')
    .modifyEnd(sql`strict`)
    .execute()
  await index(trx, ['user_id', 'at'])
  await index(trx, ['kind', 'at'])
  await index(trx, ['session_id'])
  await trx.schema
    .alterTable('staff_members')
    .addColumn('wrong_codes', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  for (const column of ['made_by_kind', 'made_by_id']) {
    await trx.schema.alterTable('staff_links').addColumn(column, 'text').execute()
  }
}

async function index(trx: Trx, columns: readonly string[]): Promise<void> {
  await trx.schema
    .createIndex(`account_notices_by_${columns.join('_')}`)
    .on('account_notices')
    .columns([...columns])
    .execute()
}
