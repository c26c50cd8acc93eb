// Tables of the audit log: its entries, which database triggers protect from changes, and the state of copying
// and deduplicating them.

import { integer, type Table, table, text } from '../define-table.ts'

export const auditTables: readonly Table[] = [
  // A row is an entry of the audit log. The hash of each entry covers the entry before it.
  table('audit_entries', {
    sequence: integer.key,
    id: text.unique,
    at: integer,
    actor_kind: text,
    actor_id: text.nullable,
    action: text,
    subject_kind: text.nullable,
    subject_id: text.nullable,
    outcome: text,
    client_address: text.nullable,
    request_id: text.nullable,
    details: text,
    key_id: text,
    previous_hash: text,
    hash: text.unique,
  })
    .index(['actor_id', 'sequence'])
    .index(['subject_id', 'sequence'])
    .index(['action', 'sequence'])
    // Protects against mistakes; the hashes reveal changes to the database file itself.
    .refuses('update', 'entries of the audit log are never changed')
    .refuses('delete', 'entries of the audit log are never removed'),

  // A row is an event that has an audit entry already and is not recorded again for a while.
  table('audit_once', {
    deduplication_key: text.key,
    at: integer,
  }).index(['at']),

  // The one row says up to which entry the log has been copied for a second system.
  table('audit_copy', {
    only: integer.key.always(1),
    copied_to: integer,
  }),

  // The one row says before which instant verifications and reviews may lack an entry of their outcome.
  table('attestation_due', {
    only: integer.key.always(1),
    before: integer,
  }),
]
