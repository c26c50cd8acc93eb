// Tables of the installation itself: its identity, its settings, its jobs and its outbound calls.

import { integerColumn, type TableDefinition, table, textColumn } from '../define-table.ts'

export const installationTables: readonly TableDefinition[] = [
  // The one row says which installation this database belongs to.
  table('instance', {
    only: integerColumn.key.always(1),
    id: textColumn,
    master_key_id: textColumn,
    created_at: integerColumn,
  }),

  // A row is the digest of a setting at the last start of the server.
  table('setting_digests', {
    name: textColumn.key,
    digest: textColumn,
  }),

  // A row is a piece of work that must be done even if the server crashes.
  table('jobs', {
    id: textColumn.key,
    kind: textColumn,
    subject_id: textColumn,
    payload: textColumn,
    state: textColumn,
    due_at: integerColumn,
    attempts: integerColumn,
    throws: integerColumn,
    runs: integerColumn,
    interruptions: integerColumn,
    owner: textColumn.nullable,
    lease_until: integerColumn.nullable,
    failing_since: integerColumn.nullable,
    reason: textColumn.nullable,
    created_at: integerColumn,
    finished_at: integerColumn.nullable,
  })
    .unique('kind', 'subject_id')
    // Finished jobs stay out of the two indexes that the runner reads all the time.
    .index(['due_at', 'id'], { name: 'jobs_waiting', where: "state = 'waiting'" })
    .index(['owner', 'lease_until'], { name: 'jobs_running', where: "state = 'running'" })
    .index(['finished_at', 'id'], { name: 'jobs_failed', where: "state = 'failed'" })
    .index(['finished_at']),

  // A row is a call that the server made to another system.
  table('outbound_calls', {
    id: textColumn.key,
    started_at: integerColumn,
    duration_ms: integerColumn.nullable,
    purpose: textColumn,
    method: textColumn,
    host: textColumn,
    field_names: textColumn,
    body_bytes: integerColumn,
    body_sha256: textColumn.nullable,
    outcome: textColumn,
    status: integerColumn.nullable,
  })
    .index(['purpose', 'id'])
    .index(['host', 'id'])
    .index(['id'], { name: 'outbound_calls_begun', where: "outcome = 'begun'" }),
]
