// The people of the console: members, their second factors, their sessions, the links that let them in
// once, and the failed attempts to sign in.

import { sql } from 'kysely'
import type { Trx } from '../transaction.ts'

export async function staff(trx: Trx): Promise<void> {
  await createMembers(trx)
  await createFactors(trx)
  await createSessions(trx)
  await createLinks(trx)
  await trx.schema
    .createTable('staff_attempts')
    .addColumn('subject', 'text', (column) => column.primaryKey().notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('last_failed_at', 'integer', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute()
  await index(trx, 'staff_attempts', 'last_failed_at')
}

async function createMembers(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('staff_members')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('password_changed_at', 'integer')
    .addColumn('totp', 'blob')
    .addColumn('totp_last_step', 'integer')
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('last_signed_in_at', 'integer')
    .modifyEnd(sql`strict`)
    .execute()
  await index(trx, 'staff_members', 'role')
}

async function createFactors(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('staff_passkeys')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('member_id', 'text', (column) => column.notNull().references('staff_members.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('public_key', 'blob', (column) => column.notNull())
    .addColumn('counter', 'integer', (column) => column.notNull())
    .addColumn('transports', 'text', (column) => column.notNull())
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('last_used_at', 'integer')
    .modifyEnd(sql`strict`)
    .execute()
  await index(trx, 'staff_passkeys', 'member_id')
  await trx.schema
    .createTable('staff_recovery_codes')
    .addColumn('digest', 'blob', (column) => column.primaryKey().notNull())
    .addColumn('member_id', 'text', (column) => column.notNull().references('staff_members.id'))
    .addColumn('used_at', 'integer')
    .modifyEnd(sql`strict`)
    .execute()
  await index(trx, 'staff_recovery_codes', 'member_id')
}

async function createSessions(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('staff_sessions')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('digest', 'blob', (column) => column.notNull().unique())
    .addColumn('member_id', 'text', (column) => column.notNull().references('staff_members.id'))
    .addColumn('stage', 'text', (column) => column.notNull())
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('used_at', 'integer', (column) => column.notNull())
    .addColumn('confirmed_at', 'integer')
    .addColumn('client_address', 'text', (column) => column.notNull())
    .addColumn('browser', 'text', (column) => column.notNull())
    .addColumn('challenge', 'text')
    .addColumn('challenge_at', 'integer')
    .addColumn('offered_totp', 'blob')
    .modifyEnd(sql`strict`)
    .execute()
  await index(trx, 'staff_sessions', 'member_id')
  await index(trx, 'staff_sessions', 'created_at')
}

async function createLinks(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('staff_links')
    .addColumn('digest', 'blob', (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('member_id', 'text', (column) => column.references('staff_members.id'))
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'integer', (column) => column.notNull())
    .addColumn('used_at', 'integer')
    .modifyEnd(sql`strict`)
    .execute()
  await index(trx, 'staff_links', 'member_id')
}

async function index(trx: Trx, table: string, column: string): Promise<void> {
  await trx.schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute()
}
