// Webhooks: the outbox of events, who is told of them, every delivery with its attempts, and the alerts
// that failing ones raise.

import { sql } from 'kysely'
import type { Trx } from '../transaction.ts'

export async function webhooks(trx: Trx): Promise<void> {
  await createEvents(trx)
  await createWebhooks(trx)
  await createDeliveries(trx)
  await createAttempts(trx)
  await createAlerts(trx)
}

async function createEvents(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('events')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('sealed_under', 'text', (column) => column.notNull())
    .addColumn('body', 'blob')
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute()
  await index(trx, 'events', ['subject_id'])
  await trx.schema
    .createIndex('events_with_body')
    .on('events')
    .columns(['id'])
    .where(sql.ref('body'), 'is not', null)
    .execute()
}

async function createWebhooks(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('webhooks')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('events', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('active', 'integer', (column) => column.notNull())
    .addColumn('timestamp_mode', 'text', (column) => column.notNull())
    .addColumn('secrets', 'blob', (column) => column.notNull())
    .addColumn('client_certificate', 'text')
    .addColumn('client_key', 'blob')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('failing_since', 'integer')
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('deleted_at', 'integer')
    .modifyEnd(sql`strict`)
    .execute()
  await index(trx, 'webhooks', ['environment', 'id'])
}

async function createDeliveries(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('webhook_deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('event_id', 'text', (column) => column.notNull().references('events.id'))
    .addColumn('webhook_id', 'text', (column) => column.notNull().references('webhooks.id'))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('lane', 'text', (column) => column.notNull())
    .addColumn('due_at', 'integer', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('failed_attempts', 'integer', (column) => column.notNull())
    .addColumn('replays', 'integer', (column) => column.notNull())
    .addColumn('last_status', 'integer')
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('finished_at', 'integer')
    .addUniqueConstraint('webhook_deliveries_event_webhook', ['event_id', 'webhook_id'])
    .modifyEnd(sql`strict`)
    .execute()
  await index(trx, 'webhook_deliveries', ['webhook_id', 'state', 'id'])
  // Finished deliveries stay out of the hot index.
  await trx.schema
    .createIndex('webhook_deliveries_pending')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'lane', 'due_at', 'id'])
    .where(sql.ref('state'), '=', sql.lit('pending'))
    .execute()
  await trx.schema
    .createIndex('webhook_deliveries_finished')
    .on('webhook_deliveries')
    .columns(['finished_at'])
    .where(sql.ref('finished_at'), 'is not', null)
    .execute()
}

async function createAttempts(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('webhook_attempts')
    .addColumn('delivery_id', 'text', (column) =>
      column.notNull().references('webhook_deliveries.id'),
    )
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('started_at', 'integer', (column) => column.notNull())
    .addColumn('duration_ms', 'integer', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('error', 'text')
    .addPrimaryKeyConstraint('webhook_attempts_pk', ['delivery_id', 'number'])
    .modifyEnd(sql`strict`)
    .execute()
  await index(trx, 'webhook_attempts', ['started_at'])
}

async function createAlerts(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('webhook_alerts')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('webhook_id', 'text', (column) => column.notNull().references('webhooks.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('failing_since', 'integer', (column) => column.notNull())
    .addColumn('delivery_id', 'text')
    .addColumn('error', 'text')
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addUniqueConstraint('webhook_alerts_once', ['webhook_id', 'kind', 'failing_since'])
    .modifyEnd(sql`strict`)
    .execute()
  await index(trx, 'webhook_alerts', ['environment', 'id'])
  await index(trx, 'webhook_alerts', ['webhook_id', 'id'])
}

async function index(trx: Trx, table: string, columns: string[]): Promise<void> {
  await trx.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute()
}
