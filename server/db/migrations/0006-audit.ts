// The audit log: entries in one chain, which the database itself refuses to change or to remove.

import { sql } from 'kysely'
import type { Trx } from '../transaction.ts'

export async function audit(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('audit_entries')
    .addColumn('sequence', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('at', 'integer', (column) => column.notNull())
    .addColumn('actor_kind', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('subject_kind', 'text')
    .addColumn('subject_id', 'text')
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('client_address', 'text')
    .addColumn('request_id', 'text')
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('previous_hash', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .modifyEnd(sql`strict`)
    .execute()
  await index(trx, ['actor_id', 'sequence'])
  await index(trx, ['subject_id', 'sequence'])
  await index(trx, ['action', 'sequence'])
  await refuseChanges(trx)
}

async function index(trx: Trx, columns: readonly string[]): Promise<void> {
  await trx.schema
    .createIndex(`audit_entries_by_${columns.join('_')}`)
    .on('audit_entries')
    .columns([...columns])
    .execute()
}

/** Against mistakes and careless hands; whoever writes to the file itself is caught by the chain. */
async function refuseChanges(trx: Trx): Promise<void> {
  await sql`create trigger audit_entries_are_not_changed before update on audit_entries
begin select raise(abort, 'entries of the audit log are never changed'); end`.execute(trx)
  await sql`create trigger audit_entries_are_not_removed before delete on audit_entries
begin select raise(abort, 'entries of the audit log are never removed'); end`.execute(trx)
}
