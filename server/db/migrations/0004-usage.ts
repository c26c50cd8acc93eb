// Usage: one row for each metered thing, and what they come to by hour, day and month.

import { sql } from 'kysely'
import type { Trx } from '../transaction.ts'

export async function usage(trx: Trx): Promise<void> {
  await createEvents(trx)
  await createSums(trx)
  await createRecount(trx)
}

/** Without foreign keys: what was metered outlives what it names. */
async function createEvents(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('usage_events')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('api_key_id', 'text', (column) => column.notNull())
    .addColumn('verification_id', 'text', (column) => column.notNull())
    .addColumn('occasion', 'text', (column) => column.notNull())
    .addColumn('quantity', 'integer', (column) => column.notNull())
    .addColumn('billable', 'integer', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('corrects_id', 'text')
    .addColumn('reason', 'text')
    // Led by the verification, so that it also finds what a verification came to.
    .addUniqueConstraint('usage_events_once', ['verification_id', 'type', 'occasion'])
    .modifyEnd(sql`strict`)
    .execute()
  await index(trx, 'usage_events', ['environment', 'type', 'billable', 'id'])
  await index(trx, 'usage_events', ['api_key_id', 'environment', 'type', 'billable', 'id'])
}

async function createSums(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('usage_sums')
    .addColumn('span', 'text', (column) => column.notNull())
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('starts_at', 'integer', (column) => column.notNull())
    .addColumn('api_key_id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('billable', 'integer', (column) => column.notNull())
    .addColumn('events', 'integer', (column) => column.notNull())
    .addColumn('quantity', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_sums_pk', [
      'span',
      'environment',
      'starts_at',
      'api_key_id',
      'type',
      'billable',
    ])
    .modifyEnd(sql`strict`)
    .execute()
  await index(trx, 'usage_sums', ['api_key_id', 'span', 'environment', 'starts_at'])
}

async function createRecount(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('usage_recount')
    .addColumn('only', 'integer', (column) => column.primaryKey().check(sql`"only" = 1`))
    .addColumn('counted_to', 'integer', (column) => column.notNull())
    .addColumn('finished_at', 'integer', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute()
  await trx.schema
    .createTable('usage_differences')
    .addColumn('span', 'text', (column) => column.notNull())
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('starts_at', 'integer', (column) => column.notNull())
    .addColumn('api_key_id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('billable', 'integer', (column) => column.notNull())
    .addColumn('counted_events', 'integer', (column) => column.notNull())
    .addColumn('counted_quantity', 'integer', (column) => column.notNull())
    .addColumn('summed_events', 'integer', (column) => column.notNull())
    .addColumn('summed_quantity', 'integer', (column) => column.notNull())
    .addColumn('noticed_at', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_differences_pk', [
      'span',
      'starts_at',
      'environment',
      'api_key_id',
      'type',
      'billable',
    ])
    .modifyEnd(sql`strict`)
    .execute()
}

async function index(trx: Trx, table: string, columns: string[]): Promise<void> {
  await trx.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute()
}
