// Finds the primary among the servers of a database. After a failover it is another one, and the earlier primary may
// be running still or again: a server whose timeline is older than one that was seen never counts as the primary.

import { Client, type ClientBase, type ClientConfig } from 'pg'
import { type DatabaseHost, shownHost } from './database-address.ts'
import { DatabaseUnreachableError } from './postgres-errors.ts'

export interface PrimaryFinder {
  /** The server that connections are made to. */
  current(): DatabaseHost
  /** Connections to a host that is not the primary any more are of no use. */
  isCurrent(host: DatabaseHost): boolean
  /** From now on the servers are asked before the next connection is made. */
  doubt(): void
  /** Resolves when the primary is known; at once unless it is in doubt. @throws DatabaseUnreachableError */
  settle(): Promise<void>
  /** A server has answered a query. */
  heard(): void
  /** For how long no server has answered a query. */
  silentForMs(): number
  /** For a new connection. @throws DatabaseUnreachableError unless it leads to the primary */
  admit(client: ClientBase): Promise<void>
}

/** Each server is asked over a connection of its own. */
export type ConnectionTo = (host: DatabaseHost) => ClientConfig

/** A server that is silent must not hold up the one that answers: all are asked at once. */
const answerTimeoutMs = 1_500

interface ServerRole {
  readonly is_standby: boolean
  /** Of a primary: a number that grows with each promotion. */
  readonly timeline: string | null
}

const readRole = `select pg_is_in_recovery() as is_standby,
  case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`

export function createPrimaryFinder(
  hosts: readonly [DatabaseHost, ...DatabaseHost[]],
  connectionTo: ConnectionTo,
): PrimaryFinder {
  let current: DatabaseHost = hosts[0]
  let newestTimeline = 0
  const isOne = hosts.length === 1
  // The first of several may be one that a failover left behind.
  let isDoubted = !isOne
  let heardAt = performance.now()
  let finding: Promise<void> | undefined

  async function timelineOf(client: ClientBase, host: DatabaseHost): Promise<number> {
    const timeline = await readTimeline(client, host)
    if (timeline < newestTimeline) {
      throw unusable(`${shownHost(host)} was the primary before another one was promoted`)
    }
    newestTimeline = timeline
    return timeline
  }

  const ask = (host: DatabaseHost) =>
    withConnection(connectionTo(host), async (client) => ({
      host,
      timeline: await timelineOf(client, host),
    }))

  async function find(): Promise<void> {
    const asked = await Promise.allSettled(hosts.map(ask))
    const found = asked
      .flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
      .toSorted((one, other) => other.timeline - one.timeline)[0]
    if (found === undefined) {
      const faults = asked.flatMap((answer) => (answer.status === 'rejected' ? answer.reason : []))
      throw new DatabaseUnreachableError(faults.find((fault) => !isNotPrimary(fault)) ?? faults[0])
    }
    if (found.timeline < newestTimeline) return find()
    current = found.host
    isDoubted = false
  }

  return {
    current: () => current,
    isCurrent: (host) => host === current,
    doubt() {
      isDoubted = !isOne
    },
    heard() {
      heardAt = performance.now()
    },
    silentForMs: () => performance.now() - heardAt,
    async settle() {
      if (!isDoubted) return
      finding ??= find().finally(() => {
        finding = undefined
      })
      await finding
    },
    async admit(client) {
      if (!isOne) await timelineOf(client, current)
    },
  }
}

/** @throws DatabaseUnreachableError for a standby */
async function readTimeline(client: ClientBase, host: DatabaseHost): Promise<number> {
  const [role] = (await client.query<ServerRole>(readRole)).rows
  const timeline = Number.parseInt(role?.timeline ?? '', 16)
  if (role === undefined || role.is_standby || Number.isNaN(timeline)) {
    throw unusable(`${shownHost(host)} is a standby`)
  }
  return timeline
}

async function withConnection<Result>(
  config: ClientConfig,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const timeouts = { connectionTimeoutMillis: answerTimeoutMs, query_timeout: answerTimeoutMs }
  const client = new Client({ ...config, ...timeouts })
  // Without a listener the event would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    client.end().catch(() => undefined)
  }
}

class NotPrimaryError extends Error {}

function unusable(message: string): DatabaseUnreachableError {
  return new DatabaseUnreachableError(new NotPrimaryError(message))
}

function isNotPrimary(fault: unknown): boolean {
  return fault instanceof Error && fault.cause instanceof NotPrimaryError
}
