// The one list of the checks of `svc doctor`: name, group, and whether a check is slow. The console, the texts and the
// guide follow it. Pure.

import type { Dialect } from '../kernel/dialect.ts'

export const checkGroups = [
  'host',
  'disk',
  'clock',
  'process',
  'config',
  'tls',
  'database',
  'keys',
  'backup',
  'audit',
  'queues',
  'services',
  'egress',
  'access',
] as const
export type CheckGroup = (typeof checkGroups)[number]

interface CheckRow {
  readonly name: string
  readonly group: CheckGroup
  /** Made only with this database engine; without it with both. */
  readonly only?: Dialect
  /** Takes longer than a page may wait: the System page runs it on request. */
  readonly isSlow?: true
}

const slow = { isSlow: true } as const
const sqlite = { only: 'sqlite' } as const
const postgres = { only: 'postgres' } as const

/** In the order of the groups. Names are unique, and no check has the name of another group. */
export const doctorChecks = [
  { group: 'host', name: 'processor' },
  { group: 'host', name: 'memory' },
  { group: 'host', name: 'open_files' },
  { group: 'host', name: 'core_dumps' },
  { group: 'host', name: 'swap' },
  { group: 'host', name: 'unit_exposure', ...slow },
  { group: 'host', name: 'written_folders' },
  { group: 'disk', name: 'free_space' },
  { group: 'disk', name: 'data_folder' },
  { group: 'disk', name: 'file_system' },
  { group: 'disk', name: 'sync_time', ...slow },
  { group: 'disk', name: 'image_storage' },
  { group: 'clock', name: 'time_source' },
  { group: 'clock', name: 'clock_offset', ...slow },
  { group: 'clock', name: 'time_order' },
  { group: 'process', name: 'user' },
  { group: 'process', name: 'single_server', ...sqlite },
  { group: 'process', name: 'nodes', ...postgres },
  { group: 'process', name: 'versions' },
  { group: 'process', name: 'paths' },
  { group: 'config', name: 'settings' },
  { group: 'config', name: 'environment_secrets' },
  { group: 'config', name: 'public_url' },
  { group: 'config', name: 'forwarded_headers' },
  { group: 'config', name: 'retention_periods' },
  { group: 'tls', name: 'transport' },
  { group: 'tls', name: 'certificate_expiry' },
  { group: 'tls', name: 'certificate_match' },
  { group: 'tls', name: 'certificate_chain' },
  { group: 'database', name: 'database_file', ...sqlite },
  { group: 'database', name: 'pragmas', ...sqlite },
  { group: 'database', name: 'schema' },
  { group: 'database', name: 'write_ahead_log', ...sqlite },
  { group: 'database', name: 'integrity', ...slow, ...sqlite },
  { group: 'database', name: 'damaged_tables', ...sqlite },
  { group: 'database', name: 'database_server', ...postgres },
  { group: 'database', name: 'durability', ...postgres },
  { group: 'database', name: 'database_role', ...postgres },
  { group: 'database', name: 'database_clock', ...postgres },
  { group: 'database', name: 'replication', ...postgres },
  { group: 'database', name: 'long_transactions', ...postgres },
  { group: 'database', name: 'connections_left', ...postgres },
  { group: 'keys', name: 'master_key' },
  { group: 'keys', name: 'data_keys' },
  { group: 'keys', name: 'data_key_use', ...slow },
  { group: 'keys', name: 'key_age' },
  { group: 'keys', name: 'key_rotation' },
  { group: 'keys', name: 'key_escrow' },
  { group: 'backup', name: 'backup_age', ...sqlite },
  { group: 'backup', name: 'backup_place', ...sqlite },
  { group: 'backup', name: 'restore_test', ...sqlite },
  { group: 'backup', name: 'kept_copies', ...sqlite },
  { group: 'audit', name: 'audit_chain', ...slow },
  { group: 'audit', name: 'audit_copy' },
  { group: 'queues', name: 'jobs' },
  { group: 'queues', name: 'failed_jobs' },
  { group: 'queues', name: 'webhooks' },
  { group: 'queues', name: 'schedule' },
  { group: 'queues', name: 'usage' },
  { group: 'services', name: 'provider' },
  { group: 'services', name: 'scoring' },
  { group: 'services', name: 'image_store', ...slow },
  { group: 'services', name: 'image_decoder', ...slow },
  { group: 'services', name: 'document_reader', ...slow },
  { group: 'services', name: 'face_model', ...slow },
  { group: 'egress', name: 'outbound_hosts' },
  { group: 'egress', name: 'host_names', ...slow },
  { group: 'access', name: 'administrators' },
  { group: 'access', name: 'reviewers' },
  { group: 'access', name: 'second_factors' },
  { group: 'access', name: 'second_factor' },
  { group: 'access', name: 'keys_without_expiry' },
  { group: 'access', name: 'unused_keys' },
  { group: 'access', name: 'subject_exports' },
] as const satisfies readonly CheckRow[]

export type DoctorCheckName = (typeof doctorChecks)[number]['name']

/** Worst first. `not_set_up`: a part that this installation does not use. `skipped`: the check was not made. */
export const checkStates = ['failed', 'warning', 'not_set_up', 'skipped', 'well'] as const
export type CheckState = (typeof checkStates)[number]

/** Whether the check is one of an installation with this database engine. */
export function appliesTo(name: DoctorCheckName, engine: Dialect): boolean {
  const { only }: CheckRow = doctorChecks.find((one) => one.name === name) ?? doctorChecks[0]
  return only === undefined || only === engine
}

export function isSlowCheck(name: DoctorCheckName): boolean {
  return doctorChecks.some((one) => one.name === name && 'isSlow' in one)
}
