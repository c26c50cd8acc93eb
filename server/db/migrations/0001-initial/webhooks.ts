// Tables of the webhooks: events, the endpoints that receive them, the deliveries and their attempts.

import {
  blobColumn,
  integerColumn,
  type TableDefinition,
  table,
  textColumn,
} from '../define-table.ts'

export const webhookTables: readonly TableDefinition[] = [
  // A row is an event that webhooks deliver, written in the transaction of the change that it reports.
  table('events', {
    id: textColumn.key,
    environment: textColumn,
    type: textColumn,
    subject_id: textColumn,
    encrypted_under: textColumn,
    body: blobColumn.nullable,
    created_at: integerColumn,
  })
    .index(['subject_id'])
    .index(['id'], { name: 'events_with_body', where: 'body is not null' }),

  // A row is a webhook endpoint of a client.
  table('webhooks', {
    id: textColumn.key,
    environment: textColumn,
    url: textColumn,
    events: textColumn,
    description: textColumn.nullable,
    active: integerColumn,
    timestamp_mode: textColumn,
    secrets: blobColumn,
    client_certificate: textColumn.nullable,
    client_key: blobColumn.nullable,
    version: integerColumn,
    created_at: integerColumn,
    failing_since: integerColumn.nullable,
    deleted_at: integerColumn.nullable,
  })
    .index(['environment', 'id'])
    .index([{ expression: 'substr(id, 26)' }], { name: 'webhooks_by_end_of_id' }),

  // A row is the delivery of one event to one webhook endpoint.
  table('webhook_deliveries', {
    id: textColumn.key,
    event_id: textColumn.references('events'),
    event_type: textColumn,
    webhook_id: textColumn.references('webhooks'),
    state: textColumn,
    priority: textColumn,
    due_at: integerColumn,
    attempts: integerColumn,
    failed_attempts: integerColumn,
    replays: integerColumn,
    last_status: integerColumn.nullable,
    last_error: textColumn.nullable,
    created_at: integerColumn,
    finished_at: integerColumn.nullable,
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
    })
    .index([{ expression: 'substr(id, 27)' }], { name: 'webhook_deliveries_by_end_of_id' }),

  // A row is an attempt of a delivery: one HTTP request.
  table('webhook_attempts', {
    delivery_id: textColumn.references('webhook_deliveries'),
    number: integerColumn,
    started_at: integerColumn,
    duration_ms: integerColumn,
    status: integerColumn.nullable,
    error: textColumn.nullable,
  })
    .key('delivery_id', 'number')
    .index(['started_at']),

  // A row says which node alone sends to a webhook endpoint, and until when.
  table('webhook_leases', {
    webhook_id: textColumn.key,
    node_id: textColumn,
    until: integerColumn,
  }),

  // A row is an alert about a webhook endpoint, such as that it began to fail or has recovered.
  table('webhook_alerts', {
    id: textColumn.key,
    environment: textColumn,
    webhook_id: textColumn.references('webhooks'),
    kind: textColumn,
    delivery_id: textColumn.nullable,
    error: textColumn.nullable,
    status: integerColumn.nullable,
    failing_since: integerColumn,
    created_at: integerColumn,
  })
    .unique('webhook_id', 'kind', 'failing_since')
    .index(['environment', 'id'])
    .index(['webhook_id', 'id']),
]
