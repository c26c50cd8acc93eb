// Opens pools of connections to PostgreSQL: values parsed as on SQLite, lost connections thrown away, and no error
// event that could end the process.

import { readFileSync } from 'node:fs'
import { Duplex } from 'node:stream'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient, types } from 'pg'
import { codeOf } from '../../kernel/has-code.ts'
import { type DatabaseAddress, type DatabaseHost, isOnThisMachine } from './database-address.ts'
import { createPrimaryFinder, type PrimaryFinder } from './find-primary.ts'
import {
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
  /** Called with each new connection before its first use; what it throws refuses the connection. */
  readonly admit?: (client: ClientBase) => Promise<void>
  /** Shared by the pools of one process; without it the pool has its own. */
  readonly primary?: PrimaryFinder
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
  // The connection for notices is silent for hours, however the server ends others.
  idle_session_timeout: '0',
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '3',
  tcp_keepalives_count: '3',
}

/** The pool as Kysely takes it. */
export interface ConnectionPool extends PostgresPool {
  /** Asks a connection of its own whether the server answers. @throws DatabaseUnreachableError, PoolBusyError */
  check(): Promise<void>
  /** Breaks all connections, also those in use: the server behind them is silent. */
  drop(): void
}

export function openPool(settings: PoolSettings): ConnectionPool {
  const { primary = primaryFinderOf(settings) } = settings
  const pool = new Pool({
    Client: class extends HostedClient {
      constructor() {
        super(settings, primary.current())
      }
    },
    async onConnect(client) {
      await primary.admit(client)
      await settings.admit?.(client)
    },
    max: settings.connectionsMax,
    connectionTimeoutMillis: connectTimeoutMs,
    maxLifetimeSeconds: lifetimeSecondsMax,
    allowExitOnIdle: true,
  })
  // An idle connection that breaks leaves the pool; the next query opens another.
  pool.on('error', () => {})
  // So does one in use: its query fails. Without a listener the event would end the process.
  pool.on('connect', (client) => void client.on('error', () => {}))
  const clients = new Set<PoolClient>()
  pool.on('connect', (client) => void clients.add(client))
  pool.on('remove', (client) => void clients.delete(client))
  let ended: Promise<void> | undefined
  return {
    options: pool.options,
    Client: undefined as never,
    connect: () => connectTo(pool, primary, settings),
    async end() {
      ended ??= pool.end()
      await ended
    },
    async check() {
      const client = await connectTo(pool, primary, settings)
      try {
        await client.query('select 1', [])
      } finally {
        client.release()
      }
    },
    drop() {
      primary.doubt()
      for (const client of clients) breakConnection(client)
    },
  } as ConnectionPool
}

/** A connection that knows where it leads. */
class HostedClient extends Client {
  readonly leadsTo: DatabaseHost

  constructor(settings: ConnectionSettings, host: DatabaseHost) {
    super(connectionOptions(settings, host))
    this.leadsTo = host
  }
}

type ConnectionSettings = Pick<
  PoolSettings,
  'address' | 'caFile' | 'name' | 'readOnly' | 'statementTimeoutMs'
>

export function primaryFinderOf(
  settings: Pick<PoolSettings, 'address' | 'caFile' | 'statementTimeoutMs'>,
): PrimaryFinder {
  const asking = { ...settings, name: 'svc find primary' }
  return createPrimaryFinder(settings.address.hosts, (host) => connectionOptions(asking, host))
}

/** The options of one connection, for a pool or alone. */
export function connectionOptions(
  settings: ConnectionSettings,
  { host, port }: DatabaseHost,
): ClientConfig {
  const { database, user, password, options } = settings.address
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
    ssl: tlsOptions(settings, host),
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    query_timeout: Math.ceil(settings.statementTimeoutMs * answerTimeoutFactor),
    types: { getTypeParser },
  }
}

/** A silent server would not answer the message that ends a session. */
function breakConnection(client: PoolClient): void {
  const connection: unknown = Reflect.get(client, 'connection')
  const stream: unknown = Reflect.get(Object(connection), 'stream')
  if (stream instanceof Duplex) stream.destroy()
}

function tlsOptions(
  { address, caFile }: Pick<PoolSettings, 'address' | 'caFile'>,
  host: string,
): ClientConfig['ssl'] {
  if (address.tls === 'disable') return false
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
  primary: PrimaryFinder,
  { readOnly = false }: Pick<PoolSettings, 'readOnly'>,
): Promise<PostgresPoolClient> {
  const client = await clientOf(pool, primary)
  let lost: DatabaseUnreachableError | undefined
  const wrapped = {
    processID: Reflect.get(client, 'processID'),
    async query(sql: string, values: readonly unknown[]) {
      // A rollback would wait behind the statement that got no answer.
      if (lost !== undefined) throw lost
      const name = statementNameOf(sql)
      try {
        const answer = await client.query({ text: sql, values: [...values], ...(name && { name }) })
        primary.heard()
        return answer
      } catch (error) {
        // A pool for reading refuses writes with the code that a standby gives.
        const isOurs = readOnly && codeOf(error) === '25006'
        if (isOurs || !isLostConnection(error)) throw withoutValues(error)
        lost = new DatabaseUnreachableError(error)
        primary.doubt()
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

/** Looks for the primary again where the server that was the primary cannot be connected to. */
async function clientOf(pool: Pool, primary: PrimaryFinder): Promise<PoolClient> {
  const before = primary.current()
  try {
    return await connectToPrimary(pool, primary)
  } catch (error) {
    if (!(error instanceof DatabaseUnreachableError)) throw error
    primary.doubt()
    await primary.settle()
    if (primary.isCurrent(before)) throw error
    return connectToPrimary(pool, primary)
  }
}

/** A connection from before a failover leads to a server that was the primary. */
async function connectToPrimary(pool: Pool, primary: PrimaryFinder): Promise<PoolClient> {
  await primary.settle()
  for (;;) {
    const client = await pool.connect().catch((error: unknown) => {
      throw connectFault(error)
    })
    if (!(client instanceof HostedClient) || primary.isCurrent(client.leadsTo)) return client
    client.release(true)
  }
}

function connectFault(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error.message.startsWith('timeout exceeded when trying to connect'))
    return new PoolBusyError()
  return isLostConnection(error) ? new DatabaseUnreachableError(error) : error
}
