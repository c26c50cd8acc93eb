// Opens pools of connections to PostgreSQL: values parsed as on SQLite, lost connections thrown away, and no error
// event that could end the process.

import { readFileSync } from 'node:fs'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { Pool, type PoolClient, type PoolConfig, types } from 'pg'
import { type DatabaseAddress, isOnThisMachine } from './database-address.ts'
import {
  codeOf,
  DatabaseUnreachableError,
  isLostConnection,
  PoolBusyError,
  withoutValues,
} from './postgres-errors.ts'
import { statementNameOf } from './statement-names.ts'

export interface PoolSettings {
  readonly address: DatabaseAddress
  /** Certificate authorities, PEM, besides the public ones. */
  readonly caFile?: string | undefined
  readonly connectionsMax: number
  /** Shown in `pg_stat_activity`. */
  readonly name: string
  readonly readOnly?: boolean
  /** How long one statement may take, and with it how long to wait for a server that is gone; 0: no limit. */
  readonly statementTimeoutMs: number
}

/**
 * A statement without an answer for this many times its limit is given up: the server ends it at the limit, so its
 * machine is gone. Keep-alive packets do not tell while sent data waits for its receipt.
 */
const answerTimeoutFactor = 1.1
/** How long a connection is silent before keep-alive packets ask whether the machine of the server is there. */
const keepAliveAfterMs = 10_000
/** How long to wait for a free connection before the request is refused. */
const connectTimeoutMs = 2_000
/** Connections are renewed, so that none stays with a server that another one replaced. */
const lifetimeSecondsMax = 1_800
/**
 * The server ends a transaction whose process stopped in its middle: it would hold up all other writers, and those who
 * take over the work of that process within 3 seconds. It notices dead machines by keep-alive packets, after
 * 10 + 3 * 3 seconds.
 */
const sessionSettings = {
  idle_in_transaction_session_timeout: '2s',
  lock_timeout: '5s',
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '3',
  tcp_keepalives_count: '3',
}

/** The pool as Kysely takes it. */
export interface ConnectionPool extends PostgresPool {
  /** Asks a connection of its own whether the server answers. @throws DatabaseUnreachableError, PoolBusyError */
  check(): Promise<void>
}

export function openPool(settings: PoolSettings): ConnectionPool {
  const pool = new Pool({
    ...connectionOptions(settings),
    max: settings.connectionsMax,
    connectionTimeoutMillis: connectTimeoutMs,
    maxLifetimeSeconds: lifetimeSecondsMax,
    allowExitOnIdle: true,
  })
  // An idle connection that breaks leaves the pool; the next query opens another.
  pool.on('error', () => {})
  // So does one in use: its query fails. Without a listener the event would end the process.
  pool.on('connect', (client) => void client.on('error', () => {}))
  let ended: Promise<void> | undefined
  return {
    options: pool.options,
    Client: undefined as never,
    connect: () => connectTo(pool, settings),
    async end() {
      ended ??= pool.end()
      await ended
    },
    async check() {
      const client = await connectTo(pool, settings)
      try {
        await client.query('select 1', [])
      } finally {
        client.release()
      }
    },
  } as ConnectionPool
}

/** The options of one connection, for a pool or alone. */
export function connectionOptions(
  settings: Pick<PoolSettings, 'address' | 'caFile' | 'name' | 'readOnly' | 'statementTimeoutMs'>,
): PoolConfig {
  const { host, port, database, user, password, options } = settings.address
  const given = {
    ...sessionSettings,
    statement_timeout: `${settings.statementTimeoutMs}ms`,
    ...(settings.readOnly ? { default_transaction_read_only: 'on' } : {}),
  }
  const ours = Object.entries(given).map(([name, value]) => `-c ${name}=${value}`)
  return {
    host,
    port,
    database,
    user,
    password,
    application_name: settings.name,
    options: [...ours, ...(options === undefined ? [] : [options])].join(' '),
    ssl: tlsOptions(settings),
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    query_timeout: Math.ceil(settings.statementTimeoutMs * answerTimeoutFactor),
    types: { getTypeParser },
  }
}

function tlsOptions({
  address,
  caFile,
}: Pick<PoolSettings, 'address' | 'caFile'>): PoolConfig['ssl'] {
  const { tls, host } = address
  if (tls === 'disable') return false
  const ca = caFile === undefined ? {} : { ca: readFileSync(caFile, 'utf8') }
  return { ...ca, ...(isOnThisMachine(host) ? {} : { servername: host }) }
}

const int8 = 20
const numeric = 1700

/** Counts, sums and instants fit a number; the driver would give text. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === int8 || oid === numeric) return Number
  return format === 'binary' ? types.getTypeParser(oid, 'binary') : types.getTypeParser(oid)
}

async function connectTo(
  pool: Pool,
  { readOnly = false }: Pick<PoolSettings, 'readOnly'>,
): Promise<PostgresPoolClient> {
  let client: PoolClient
  try {
    client = await pool.connect()
  } catch (error) {
    throw connectFault(error)
  }
  let lost: DatabaseUnreachableError | undefined
  const wrapped = {
    processID: Reflect.get(client, 'processID'),
    async query(sql: string, values: readonly unknown[]) {
      // A rollback would wait behind the statement that got no answer.
      if (lost !== undefined) throw lost
      const name = statementNameOf(sql)
      try {
        return await client.query({ text: sql, values: [...values], ...(name && { name }) })
      } catch (error) {
        // A pool for reading refuses writes with the code that a standby gives.
        const isOurs = readOnly && codeOf(error) === '25006'
        if (isOurs || !isLostConnection(error)) throw withoutValues(error)
        lost = new DatabaseUnreachableError(error)
        throw lost
      }
    },
    // The next user of a connection must not find itself in the transaction of the last one.
    release: (broken?: Error | boolean) =>
      client.release(
        lost !== undefined || Boolean(broken) || client.getTransactionStatus() !== 'I',
      ),
  }
  return wrapped as unknown as PostgresPoolClient
}

function connectFault(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error.message.startsWith('timeout exceeded when trying to connect'))
    return new PoolBusyError()
  return isLostConnection(error) ? new DatabaseUnreachableError(error) : error
}
