// Opens a PostgreSQL database: a pool for reading, one for writing and a small one for long queries.

import { type Kysely, sql } from 'kysely'
import { systemClock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import type { Schema } from '../schema.ts'
import type { Db, NodeConnections } from '../transaction.ts'
import { connectionOptions, openPool, type PoolSettings } from './connection-pool.ts'
import type { DatabaseAddress } from './database-address.ts'
import { createNoticeLink, type LinkNeeds, type ListeningLink } from './notice-link.ts'
import { kyselyOverPool } from './postgres-dialect.ts'
import { type PostgresSchema, postgresSchema } from './postgres-schema.ts'
import { createPostgresWriter } from './postgres-writer.ts'

export interface PostgresPlace {
  readonly address: DatabaseAddress
  readonly caFile?: string | undefined
  /** Connections for requests and jobs, half of them for writing. Two more serve long queries. */
  readonly connectionsMax: number
  /** Of the role that owns the tables, for migrations; without it the running role does. */
  readonly owner?: DatabaseAddress | undefined
}

export interface OpenedPostgres extends Db {
  readonly dialect: 'postgres'
  readonly connections: NodeConnections
  readonly schema: PostgresSchema
  /** The link of this process to the other nodes; it connects when it is told to listen. */
  noticeLink(needs: LinkNeeds): ListeningLink
}

const statementTimeoutMs = 30_000
const longStatementTimeoutMs = 15 * 60_000
const longReadersMax = 2
const poolNames = ['svc write', 'svc read', 'svc long read'] as const

/** Connects with the first query. */
export function openPostgres(place: PostgresPlace): OpenedPostgres {
  const { address, caFile, owner, connectionsMax } = place
  const nodeId = newId('node', systemClock.now())
  const open = (settings: Pick<PoolSettings, 'name' | 'connectionsMax'> & Partial<PoolSettings>) =>
    openPool({ address, caFile, statementTimeoutMs, ...settings })
  const forWriting = Math.ceil(connectionsMax / 2)
  const writing = open({ name: `svc write ${nodeId}`, connectionsMax: forWriting })
  const reading = open({
    name: `svc read ${nodeId}`,
    connectionsMax: Math.max(1, connectionsMax - forWriting),
    readOnly: true,
  })
  const longReading = open({
    name: `svc long read ${nodeId}`,
    connectionsMax: longReadersMax,
    readOnly: true,
    statementTimeoutMs: longStatementTimeoutMs,
  })
  const shared = kyselyOverPool(writing)
  const lane = kyselyOverPool(writing, { lane: true })
  let onCommit: (durationMs: number) => void = () => {}
  return {
    dialect: 'postgres',
    connections: { nodeId, endThoseOf: (dead) => endConnectionsOf(shared, dead) },
    reader: kyselyOverPool(reading),
    longReader: kyselyOverPool(longReading),
    ...createPostgresWriter({ lane, shared, onCommit: (durationMs) => onCommit(durationMs) }),
    schema: postgresSchema({ address, caFile, owner, reader: shared }),
    noticeLink: (needs) =>
      createNoticeLink(
        needs,
        connectionOptions({ address, caFile, name: 'svc notices', statementTimeoutMs }),
      ),
    // Each query takes its own snapshot, which sees every commit from before it.
    shareReads() {},
    measureCommits(listener) {
      onCommit = listener
    },
    // The server's autovacuum keeps the statistics.
    optimize() {},
    // Long queries run in the server, so no thread is needed.
    runInThreads() {},
    commitLazily() {},
    // The write-ahead log belongs to the server; see the guide about its backups.
    emptyLog: async () => true,
    async close() {
      await Promise.all([reading.end(), longReading.end(), writing.end()])
    },
  }
}

/** A role may end the connections of its own. */
async function endConnectionsOf(db: Kysely<Schema>, nodeId: string): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user
    and application_name in (${sql.join(poolNames.map((name) => `${name} ${nodeId}`))})`.execute(db)
}
