// Tables of the installation itself: its identity, its settings, its jobs and its outbound calls.

import {
  blobColumn,
  integerColumn,
  type TableDefinition,
  table,
  textColumn,
} from '../define-table.ts'

export const installationTables: readonly TableDefinition[] = [
  // The one row says which installation this database belongs to.
  table('instance', {
    only: integerColumn.key.always(1),
    id: textColumn,
    master_key_id: textColumn,
    created_at: integerColumn,
  }),

  // The one row exists while a copy into this database is unfinished, and once the installation has moved elsewhere.
  table('database_move', {
    only: integerColumn.key.always(1),
    state: textColumn,
    installation_id: textColumn,
    other_place: textColumn,
    changed_at: integerColumn,
  }),

  // A row is a master key that this installation uses or has used; the key itself is nowhere in the database.
  table('master_keys', {
    fingerprint: textColumn.key,
    used_since: integerColumn,
    replaced_at: integerColumn.nullable,
    escrow_confirmed_at: integerColumn.nullable,
  }),

  // A row is a key for one purpose, wrapped by the master key.
  table('purpose_keys', {
    id: textColumn.key,
    purpose: textColumn,
    master_key_id: textColumn,
    wrapped: blobColumn.nullable,
    check_value: blobColumn,
    created_at: integerColumn,
    used_from: integerColumn,
    destroyed_at: integerColumn.nullable,
  }),

  // A row is the replacement of one purpose key by the next.
  table('key_rotations', {
    key_id: textColumn.key,
    purpose: textColumn,
    started_at: integerColumn,
    moved_at: integerColumn,
    position: textColumn,
    rows_read: integerColumn,
    rows_changed: integerColumn,
    rows_failed: integerColumn,
    changed_in_pass: integerColumn,
    reencrypted_at: integerColumn.nullable,
    last_pass_from: integerColumn.nullable,
    finished_at: integerColumn.nullable,
  }),

  // A row is the digest of a setting at the last start of the server.
  table('setting_digests', {
    name: textColumn.key,
    digest: textColumn,
  }),

  // A row is a server that works on this database.
  table('nodes', {
    id: textColumn.key,
    host: textColumn,
    version: textColumn,
    schema_version: integerColumn,
    started_at: integerColumn,
    seen_at: integerColumn,
    beats: integerColumn,
    draining_since: integerColumn.nullable,
    master_key_id: textColumn,
  }),

  // A row is one run of a scheduled task, for all nodes.
  table('scheduled_runs', {
    task: textColumn,
    fire_at: integerColumn,
    node_id: textColumn,
    started_at: integerColumn,
    ended_at: integerColumn.nullable,
    count: integerColumn.nullable,
  })
    .key('task', 'fire_at')
    .index(['task'], { name: 'scheduled_runs_under_way', where: 'ended_at is null' }),

  // A row is a piece of work that must be done even if the server crashes.
  table('jobs', {
    id: textColumn.key,
    kind: textColumn,
    subject_id: textColumn,
    payload: textColumn,
    state: textColumn,
    step: textColumn.default('ask'),
    due_at: integerColumn,
    attempts: integerColumn,
    throws: integerColumn,
    runs: integerColumn,
    interruptions: integerColumn,
    lone_deaths: integerColumn,
    is_trial: integerColumn,
    is_ahead: integerColumn.default(0),
    owner: textColumn.nullable,
    failing_since: integerColumn.nullable,
    reason: textColumn.nullable,
    created_at: integerColumn,
    finished_at: integerColumn.nullable,
  })
    .unique('kind', 'subject_id')
    // Finished jobs stay out of the two indexes that the runner reads all the time.
    .index(['step', 'due_at', 'id', 'kind', 'interruptions', 'reason'], {
      name: 'jobs_waiting',
      where: "state = 'waiting'",
    })
    .index(['owner', 'id'], { name: 'jobs_running', where: "state = 'running'" })
    .index([{ expression: 'substr(id, 27)' }], { name: 'jobs_by_end_of_id' })
    .index(['finished_at', 'id'], { name: 'jobs_failed', where: "state = 'failed'" })
    // Waiting and running jobs stay out of the index by which old ones are deleted.
    .index(['finished_at'], { name: 'jobs_finished', where: 'finished_at is not null' }),

  // A row is a call that the server made to another system.
  table('outbound_calls', {
    id: textColumn.key,
    started_at: integerColumn,
    duration_ms: integerColumn.nullable,
    purpose: textColumn,
    provider: textColumn.nullable,
    method: textColumn,
    host: textColumn,
    field_names: textColumn,
    body_bytes: integerColumn,
    body_sha256: textColumn.nullable,
    outcome: textColumn,
    status: integerColumn.nullable,
    node_id: textColumn.nullable,
  })
    .index(['purpose', 'id'])
    .index(['host', 'id'])
    .index(['node_id'], { name: 'outbound_calls_begun', where: "outcome = 'begun'" }),

  // A row is a backup that was made, or a try that failed.
  table('backup_runs', {
    id: textColumn.key,
    started_at: integerColumn,
    ended_at: integerColumn,
    outcome: textColumn,
    cause: textColumn,
    target: textColumn,
    name: textColumn.nullable,
    bytes: integerColumn.nullable,
    new_bytes: integerColumn.nullable,
    images: integerColumn.nullable,
    missing_images: integerColumn.nullable,
    reason: textColumn.nullable,
    tried_at: integerColumn.nullable,
  }).index(['outcome', 'started_at']),

  // The one row says which process makes or prunes backups now.
  table('backup_lease', {
    only: integerColumn.key.always(1),
    holder: textColumn,
    lease_until: integerColumn,
  }),

  // The one row exists from a restore until an operator lets outgoing calls go on.
  table('outgoing_pause', {
    only: integerColumn.key.always(1),
    paused_at: integerColumn,
    backup: textColumn,
  }),

  // The one row exists once this database was restored from a backup, and says which copy of the installation it is.
  table('restored_copy', {
    only: integerColumn.key.always(1),
    id: textColumn,
    restored_at: integerColumn,
    backup: textColumn,
    takes_place_since: integerColumn.nullable,
  }),
]
