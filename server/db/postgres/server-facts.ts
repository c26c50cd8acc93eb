// Reads how a PostgreSQL server stands, for operators: version, settings that lose data, rights, clock, standbys, long
// transactions and free connections. What only administrators may see is undefined for others.

import { sql } from 'kysely'
import type { Clock } from '../../kernel/clock.ts'
import { readExpectedSchema } from '../migrate.ts'
import { listAppliedMigrations } from '../migration-view.ts'
import { migrations, newestSchema } from '../migrations/index.ts'
import { fitsSchema } from '../schema-fit.ts'
import type { Reader } from '../transaction.ts'
import { dumpCatalogue } from './postgres-dump.ts'

export interface ServerFacts {
  readonly version: string
  /** As `server_version_num`: 150004 is 15.4. */
  readonly versionNumber: number
  /** Settings that lose data in a crash, as `name = value`. */
  readonly unsafeSettings: readonly string[]
  readonly role: string
  readonly isSuperuser: boolean
  readonly ownsTables: boolean
  /** Of the server to this process; the time of the question is left out. */
  readonly clockDifferenceMs: number
  readonly connections: { readonly used: number; readonly max: number }
  readonly replication: ReplicationFacts
}

export interface ReplicationFacts {
  readonly standbys: number
  /** Standbys that a commit waits for; undefined if the role may not see it. */
  readonly synchronous: number | undefined
  /** Whether commits wait for a standby. */
  readonly waits: boolean
}

export interface LongTransaction {
  readonly pid: number
  readonly application: string
  readonly lastsMs: number
}

interface FactsRow {
  readonly version: string
  readonly number: number
  readonly synchronous_commit: string
  readonly fsync: string
  readonly full_page_writes: string
  readonly role: string
  readonly is_superuser: boolean
  readonly owns_tables: boolean
  readonly server_ms: number
  readonly connections_max: number
  readonly connections: number
  readonly standby_names: string
  readonly standbys: number
  readonly synchronous: number
  readonly hidden: number
}

const factsQuery = sql<FactsRow>`select current_setting('server_version') as version,
  current_setting('server_version_num')::int as number,
  current_setting('synchronous_commit') as synchronous_commit,
  current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
  current_user::text as role,
  (select rolsuper from pg_roles where rolname = current_user) as is_superuser,
  coalesce((select pg_get_userbyid(relowner) = current_user from pg_class
    where oid = to_regclass('verifications')), false) as owns_tables,
  (extract(epoch from clock_timestamp()) * 1000)::double precision as server_ms,
  current_setting('max_connections')::int
    - current_setting('superuser_reserved_connections')::int as connections_max,
  (select coalesce(sum(numbackends), 0)::int from pg_stat_database) as connections,
  current_setting('synchronous_standby_names') as standby_names,
  (select count(*)::int from pg_stat_replication) as standbys,
  (select count(*)::int from pg_stat_replication where sync_state in ('sync', 'quorum')) as synchronous,
  (select count(*)::int from pg_stat_replication where sync_state is null) as hidden`

export async function readServerFacts(db: Reader, clock: Clock): Promise<ServerFacts> {
  const askedAt = clock.now()
  const { rows } = await factsQuery.execute(db)
  const answeredAt = clock.now()
  const [row] = rows
  if (row === undefined) throw new Error('the database gave no answer')
  return {
    version: row.version,
    versionNumber: row.number,
    unsafeSettings: unsafeSettings(row),
    role: row.role,
    isSuperuser: row.is_superuser,
    ownsTables: row.owns_tables,
    clockDifferenceMs: beyond(row.server_ms, askedAt, answeredAt),
    connections: { used: row.connections, max: row.connections_max },
    replication: {
      standbys: row.standbys,
      synchronous: row.hidden > 0 ? undefined : row.synchronous,
      waits: row.standby_names !== '' && row.synchronous_commit !== 'local',
    },
  }
}

/** `local` and the others wait for the disk of the server, which keeps what it has acknowledged. */
function unsafeSettings(row: FactsRow): readonly string[] {
  const names = ['synchronous_commit', 'fsync', 'full_page_writes'] as const
  return names.filter((name) => row[name] === 'off').map((name) => `${name} = off`)
}

/** How far a time of the server lies outside the time in which it was asked. */
function beyond(atMs: number, fromMs: number, toMs: number): number {
  if (atMs < fromMs) return Math.round(fromMs - atMs)
  return atMs > toMs ? Math.round(atMs - toMs) : 0
}

const longestMax = 10

/** The longest first. Of other roles only an administrator sees them. */
export async function listLongTransactions(
  db: Reader,
  longerThanMs: number,
): Promise<readonly LongTransaction[]> {
  const { rows } = await sql<LongTransaction>`
    select pid, application_name as application,
      floor(extract(epoch from clock_timestamp() - xact_start) * 1000)::double precision as "lastsMs"
    from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and xact_start < clock_timestamp() - make_interval(secs => ${longerThanMs / 1000}::double precision)
    order by xact_start limit ${longestMax}`.execute(db)
  return rows
}

export type BlockingSession = Pick<LongTransaction, 'pid' | 'application'>

/**
 * Sessions of other roles that hold a lock for which a connection of this role waits now. A command that works on the
 * tables as their owner, such as `svc migrate`, is none of them.
 */
export async function listBlockingSessions(db: Reader): Promise<readonly BlockingSession[]> {
  const { rows } = await sql<BlockingSession>`
    select distinct holder.pid, holder.application_name as application
    from pg_stat_activity as waiting
    cross join lateral unnest(pg_blocking_pids(waiting.pid)) as blocking (pid)
    join pg_stat_activity as holder on holder.pid = blocking.pid
    where waiting.datname = current_database() and waiting.usename = current_user
      and holder.usename <> current_user
      and not (holder.application_name like 'svc %' and holder.usename =
        (select pg_get_userbyid(relowner) from pg_class where oid = to_regclass('verifications')))
    order by holder.pid limit ${longestMax}`.execute(db)
  return rows
}

export interface SchemaFacts {
  readonly stored: number
  readonly known: number
  /** Whether this release works on it, although it has another version. */
  readonly fits: boolean
  /** Whether every table is as this release expects it. */
  readonly isExpected: boolean
}

export async function readSchemaFacts(db: Reader): Promise<SchemaFacts> {
  const applied = await listAppliedMigrations(db).catch(() => [])
  const stored = applied[0]?.version ?? 0
  return {
    stored,
    known: newestSchema,
    fits: stored > 0 && fitsSchema(applied, migrations),
    isExpected: (await dumpCatalogue(db)) === readExpectedSchema('postgres'),
  }
}
