// Tables of the usage: the metered events, their totals, and the recount that checks the totals. They reference
// no other table, because usage is kept longer than verifications.

import { integerColumn, type TableDefinition, table, textColumn } from '../define-table.ts'

export const usageTables: readonly TableDefinition[] = [
  // A row is one metered event. Rows are never changed.
  table('usage_events', {
    id: textColumn.key,
    environment: textColumn,
    api_key_id: textColumn,
    verification_id: textColumn,
    type: textColumn,
    deduplication_key: textColumn,
    quantity: integerColumn,
    billable: integerColumn,
    source: textColumn,
    corrects_id: textColumn.nullable,
    reason: textColumn.nullable,
    created_at: integerColumn,
  })
    .clustered()
    // Also finds the events of a verification, which are few, so they need no index in the order of ids.
    .unique('verification_id', 'type', 'deduplication_key')
    .index(['environment', 'type', 'billable', 'id'])
    // Without the environment: SQLite would prefer an index that begins with it and read events of others.
    .index(['api_key_id', 'type', 'billable', 'id']),

  // A row is the total of one type of usage of one API key in one hour, day or month.
  table('usage_counters', {
    span: textColumn,
    environment: textColumn,
    starts_at: integerColumn,
    api_key_id: textColumn,
    type: textColumn,
    billable: integerColumn,
    events: integerColumn,
    quantity: integerColumn,
  })
    .key('span', 'environment', 'starts_at', 'api_key_id', 'type', 'billable')
    .index(['api_key_id', 'span', 'environment', 'starts_at']),

  // The one row says up to which instant the totals have been recounted.
  table('usage_recount', {
    only: integerColumn.key.always(1),
    counted_to: integerColumn,
    finished_at: integerColumn,
  }),

  // A row is a total that a recount found to differ from the events.
  table('usage_differences', {
    span: textColumn,
    starts_at: integerColumn,
    environment: textColumn,
    api_key_id: textColumn,
    type: textColumn,
    billable: integerColumn,
    counted_events: integerColumn,
    counted_quantity: integerColumn,
    summed_events: integerColumn,
    summed_quantity: integerColumn,
    noticed_at: integerColumn,
  }).key('span', 'starts_at', 'environment', 'api_key_id', 'type', 'billable'),
]
