// Approvals: what waits for a second person. Beside them, of every key, whether it waits for one and who
// made it.

import { sql } from 'kysely'
import type { Trx } from '../transaction.ts'

export async function approvals(trx: Trx): Promise<void> {
  await createApprovals(trx)
  await extendKeys(trx)
}

async function createApprovals(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('approvals')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject_kind', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('slot', 'text', (column) => column.unique())
    .addColumn('facts', 'blob', (column) => column.notNull())
    .addColumn('payload', 'blob')
    .addColumn('requested_by', 'text', (column) => column.notNull())
    .addColumn('requested_at', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('decided_by', 'text')
    .addColumn('decided_at', 'integer')
    .addColumn('note', 'blob')
    .addColumn('usable_until', 'integer')
    .addColumn('used_at', 'integer')
    .modifyEnd(sql`strict`)
    .execute()
  for (const columns of [
    ['state', 'id'],
    ['requested_by', 'id'],
    ['subject_id', 'id'],
  ]) {
    await trx.schema
      .createIndex(`approvals_by_${columns.join('_')}`)
      .on('approvals')
      .columns(columns)
      .execute()
  }
}

async function extendKeys(trx: Trx): Promise<void> {
  await sql`alter table api_keys add column waiting_since integer`.execute(trx)
  await sql`alter table api_keys add column created_by_member text`.execute(trx)
  await sql`alter table api_keys add column created_by_key text`.execute(trx)
  await sql`alter table api_keys add column unrestricted integer not null default 0`.execute(trx)
  for (const column of ['created_by_key', 'rotated_from']) {
    await trx.schema
      .createIndex(`api_keys_by_${column}`)
      .on('api_keys')
      .columns([column])
      .where(sql.ref(column), 'is not', null)
      .execute()
  }
}
