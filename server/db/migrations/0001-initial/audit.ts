// Tables of the audit log: its entries, which database triggers protect from changes, and the state of copying
// and deduplicating them.

import { integerColumn, type TableDefinition, table, textColumn } from '../define-table.ts'

export const auditTables: readonly TableDefinition[] = [
  // A row is an entry of the audit log. The hash of each entry covers the entry before it.
  table('audit_entries', {
    sequence: integerColumn.key,
    id: textColumn.unique,
    at: integerColumn,
    actor_kind: textColumn,
    actor_id: textColumn.nullable,
    action: textColumn,
    subject_kind: textColumn.nullable,
    subject_id: textColumn.nullable,
    outcome: textColumn,
    client_address: textColumn.nullable,
    request_id: textColumn.nullable,
    details: textColumn,
    key_id: textColumn,
    previous_hash: textColumn,
    hash: textColumn,
  })
    .index(['actor_id', 'sequence'], { where: 'actor_id is not null' })
    .index(['subject_id', 'sequence'])
    .index(['action', 'sequence'])
    // Protects against mistakes; the hashes reveal changes to the database file itself.
    .refuses('update', 'entries of the audit log are never changed')
    .refuses('delete', 'entries of the audit log are never removed'),

  // A row is an event that has an audit entry already and is not recorded again for a while.
  table('audit_once', {
    deduplication_key: textColumn.key,
    at: integerColumn,
  }).index(['at']),

  // A row says up to which entry the log has been copied to one second system.
  table('audit_copy', {
    target: textColumn.key,
    copied_to: integerColumn,
  }),
]
