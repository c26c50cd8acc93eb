// Tables of the webhooks: events, the endpoints that receive them, the deliveries and their attempts.

import { blob, integer, type Table, table, text } from '../define-table.ts'

export const webhookTables: readonly Table[] = [
  // A row is an event that webhooks deliver, written in the transaction of the change that it reports.
  table('events', {
    id: text.key,
    environment: text,
    type: text,
    subject_id: text,
    encrypted_under: text,
    body: blob.nullable,
    created_at: integer,
  })
    .index(['subject_id'])
    .index(['id'], { name: 'events_with_body', where: 'body is not null' }),

  // A row is a webhook endpoint of a client.
  table('webhooks', {
    id: text.key,
    environment: text,
    url: text,
    events: text,
    description: text.nullable,
    active: integer,
    timestamp_mode: text,
    secrets: blob,
    client_certificate: text.nullable,
    client_key: blob.nullable,
    version: integer,
    created_at: integer,
    failing_since: integer.nullable,
    deleted_at: integer.nullable,
  }).index(['environment', 'id']),

  // A row is the delivery of one event to one webhook endpoint.
  table('webhook_deliveries', {
    id: text.key,
    event_id: text.references('events'),
    event_type: text,
    webhook_id: text.references('webhooks'),
    state: text,
    priority: text,
    due_at: integer,
    attempts: integer,
    failed_attempts: integer,
    replays: integer,
    last_status: integer.nullable,
    last_error: text.nullable,
    created_at: integer,
    finished_at: integer.nullable,
  })
    .unique('event_id', 'webhook_id')
    .index(['webhook_id', 'state', 'event_type', 'id'])
    // Finished deliveries stay out of the index that the dispatcher reads all the time.
    .index(['webhook_id', 'priority', 'due_at', 'id'], {
      name: 'webhook_deliveries_pending',
      where: "state = 'pending'",
    })
    .index(['finished_at'], {
      name: 'webhook_deliveries_finished',
      where: 'finished_at is not null',
    }),

  // A row is an attempt of a delivery: one HTTP request.
  table('webhook_attempts', {
    delivery_id: text.references('webhook_deliveries'),
    number: integer,
    started_at: integer,
    duration_ms: integer,
    status: integer.nullable,
    error: text.nullable,
  })
    .key('delivery_id', 'number')
    .index(['started_at']),

  // A row is an alert about a webhook endpoint, such as that it began to fail or has recovered.
  table('webhook_alerts', {
    id: text.key,
    environment: text,
    webhook_id: text.references('webhooks'),
    kind: text,
    delivery_id: text.nullable,
    error: text.nullable,
    failing_since: integer,
    created_at: integer,
  })
    .unique('webhook_id', 'kind', 'failing_since')
    .index(['environment', 'id'])
    .index(['webhook_id', 'id']),
]
