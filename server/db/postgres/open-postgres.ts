// Opens a PostgreSQL database: a pool for reading, one for writing and a small one for long queries.

import { type Kysely, sql } from 'kysely'
import { systemClock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import type { Schema } from '../schema.ts'
import type { Db, NodeConnections } from '../transaction.ts'
import {
  connectionOptions,
  openPool,
  type PoolSettings,
  primaryFinderOf,
} from './connection-pool.ts'
import type { DatabaseAddress } from './database-address.ts'
import type { PrimaryFinder } from './find-primary.ts'
import { admitWriter } from './move-lock.ts'
import { createNoticeLink, type LinkNeeds, type ListeningLink } from './notice-link.ts'
import { kyselyOverPool, watchedKyselyOverPool } from './postgres-dialect.ts'
import { holdSchema, type PostgresSchema, postgresSchema } from './postgres-schema.ts'
import { createPostgresWriter } from './postgres-writer.ts'

export interface PostgresPlace {
  readonly address: DatabaseAddress
  readonly caFile?: string | undefined
  /** Connections for requests and jobs, half of them for writing. Two more serve long queries, one signs of life. */
  readonly connectionsMax: number
  /** Of the role that owns the tables, for migrations; without it the running role does. */
  readonly owner?: DatabaseAddress | undefined
  /** For `svc db copy`, which keeps all others off the database. Default: false. */
  readonly isForCopy?: boolean
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
/** A sign of life that gets no answer for so long has failed; the next one takes another connection. */
const beatTimeoutMs = 2_000
const poolNames = ['svc write', 'svc read', 'svc long read', 'svc beat'] as const

/** Connects with the first query. */
export function openPostgres(place: PostgresPlace): OpenedPostgres {
  const { address, caFile, owner } = place
  const nodeId = newId('node', systemClock.now())
  const primary = primaryFinderOf({ address, caFile, statementTimeoutMs })
  const { writing, reading, longReading, beating } = openPools(place, nodeId, primary)
  const beats = kyselyOverPool(beating)
  const shared = kyselyOverPool(writing)
  const lane = kyselyOverPool(writing, { lane: true })
  let onCommit: (durationMs: number) => void = () => {}
  return {
    dialect: 'postgres',
    connections: {
      nodeId,
      endThoseOf: (dead) => endConnectionsOf(beats, dead),
      holdSchema,
      dropSilent(forMs) {
        if (primary.silentForMs() < forMs) return
        for (const pool of [writing, reading, longReading, beating]) pool.drop()
      },
    },
    reader: kyselyOverPool(reading),
    longReader: kyselyOverPool(longReading),
    ...createPostgresWriter({
      lane,
      shared,
      grouped: watchedKyselyOverPool(writing),
      beats,
      onCommit: (durationMs) => onCommit(durationMs),
    }),
    schema: postgresSchema({ address, caFile, owner, reader: shared }),
    noticeLink: (needs) =>
      createNoticeLink(needs, {
        primary,
        connectionTo: (host) =>
          connectionOptions({ address, caFile, name: 'svc notices', statementTimeoutMs }, host),
      }),
    // Each query takes its own snapshot, which sees every commit from before it.
    shareReads() {},
    measureCommits(listener) {
      onCommit = listener
    },
    // The server's autovacuum keeps the statistics.
    optimize() {},
    // Long queries run in the server, so no thread is needed.
    runInThreads() {},
    // A commit is visible once it is on disk.
    synced: async () => {},
    commitLazily() {},
    // The write-ahead log belongs to the server; see the guide about its backups.
    emptyLog: async () => true,
    async close() {
      await Promise.all([reading, longReading, writing, beating].map((pool) => pool.end()))
    },
  }
}

function openPools(place: PostgresPlace, nodeId: string, primary: PrimaryFinder) {
  const { address, caFile, connectionsMax, isForCopy = false } = place
  const admission = isForCopy ? {} : { admit: admitWriter }
  const open = (settings: Pick<PoolSettings, 'name' | 'connectionsMax'> & Partial<PoolSettings>) =>
    openPool({ address, caFile, statementTimeoutMs, primary, ...settings })
  const forWriting = Math.ceil(connectionsMax / 2)
  const writing = open({
    name: `svc write ${nodeId}`,
    connectionsMax: forWriting,
    ...admission,
  })
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
  const beating = open({
    name: `svc beat ${nodeId}`,
    connectionsMax: 1,
    statementTimeoutMs: beatTimeoutMs,
    ...admission,
  })
  return { writing, reading, longReading, beating }
}

/** A role may end the connections of its own. */
async function endConnectionsOf(db: Kysely<Schema>, nodeId: string): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user
    and application_name in (${sql.join(poolNames.map((name) => `${name} ${nodeId}`))})`.execute(db)
}
