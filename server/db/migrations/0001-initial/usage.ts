// Tables of the usage: the metered events, their totals, and the recount that checks the totals. They reference
// no other table, because usage is kept longer than verifications.

import { integer, type Table, table, text } from '../define-table.ts'

export const usageTables: readonly Table[] = [
  // A row is one metered event. Rows are never changed.
  table('usage_events', {
    id: text.key,
    environment: text,
    api_key_id: text,
    verification_id: text,
    type: text,
    deduplication_key: text,
    quantity: integer,
    billable: integer,
    source: text,
    corrects_id: text.nullable,
    reason: text.nullable,
    created_at: integer,
  })
    .unique('verification_id', 'type', 'deduplication_key')
    .index(['environment', 'type', 'billable', 'id'])
    // Without the environment: SQLite would prefer an index that begins with it and read events of others.
    .index(['api_key_id', 'type', 'billable', 'id'])
    .index(['verification_id', 'type', 'billable', 'id']),

  // A row is the total of one type of usage of one API key in one hour, day or month.
  table('usage_counters', {
    span: text,
    environment: text,
    starts_at: integer,
    api_key_id: text,
    type: text,
    billable: integer,
    events: integer,
    quantity: integer,
  })
    .key('span', 'environment', 'starts_at', 'api_key_id', 'type', 'billable')
    .index(['api_key_id', 'span', 'environment', 'starts_at']),

  // The one row says up to which instant the totals have been recounted.
  table('usage_recount', {
    only: integer.key.always(1),
    counted_to: integer,
    finished_at: integer,
  }),

  // A row is a day whose totals were recounted, with the time of the last recount.
  table('usage_day_checks', {
    starts_at: integer.key,
    checked_at: integer,
  }).index(['checked_at', 'starts_at']),

  // A row is a total that a recount found to differ from the events.
  table('usage_differences', {
    span: text,
    starts_at: integer,
    environment: text,
    api_key_id: text,
    type: text,
    billable: integer,
    counted_events: integer,
    counted_quantity: integer,
    summed_events: integer,
    summed_quantity: integer,
    noticed_at: integer,
  }).key('span', 'starts_at', 'environment', 'api_key_id', 'type', 'billable'),
]
