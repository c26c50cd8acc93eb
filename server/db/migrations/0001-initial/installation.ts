// Tables of the installation itself: its identity, its settings, its jobs and its outbound calls.

import { integer, type Table, table, text } from '../define-table.ts'

export const installationTables: readonly Table[] = [
  // The one row says which installation this database belongs to.
  table('instance', {
    only: integer.key.always(1),
    id: text,
    master_key_id: text,
    created_at: integer,
  }),

  // A row is the digest of a setting at the last start of the server.
  table('setting_digests', {
    name: text.key,
    digest: text,
  }),

  // A row is a piece of work that must be done even if the server crashes.
  table('jobs', {
    id: text.key,
    kind: text,
    subject_id: text,
    payload: text,
    state: text,
    due_at: integer,
    attempts: integer,
    throws: integer,
    runs: integer,
    interruptions: integer,
    owner: text.nullable,
    lease_until: integer.nullable,
    failing_since: integer.nullable,
    reason: text.nullable,
    created_at: integer,
    finished_at: integer.nullable,
  })
    .unique('kind', 'subject_id')
    // Finished jobs stay out of the two indexes that the runner reads all the time.
    .index(['due_at', 'id'], { name: 'jobs_waiting', where: "state = 'waiting'" })
    .index(['owner', 'lease_until'], { name: 'jobs_running', where: "state = 'running'" })
    .index(['finished_at', 'id'], { name: 'jobs_failed', where: "state = 'failed'" })
    .index(['finished_at']),

  // A row is a call that the server made to another system.
  table('outbound_calls', {
    id: text.key,
    started_at: integer,
    duration_ms: integer.nullable,
    purpose: text,
    method: text,
    host: text,
    field_names: text,
    body_bytes: integer,
    body_sha256: text.nullable,
    outcome: text,
    status: integer.nullable,
  })
    .index(['purpose', 'id'])
    .index(['host', 'id'])
    .index(['id'], { name: 'outbound_calls_begun', where: "outcome = 'begun'" }),
]
