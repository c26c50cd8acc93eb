// Checks of a PostgreSQL database: its server, durability, rights, clock, standbys, long transactions and connections,
// and the nodes that work on it.

import {
  type BlockingSession,
  type LongTransaction,
  listBlockingSessions,
  listLongTransactions,
  type ReplicationFacts,
  type ServerFacts,
} from '../../db/postgres/server-facts.ts'
import type { DatabaseTrial } from '../../db/postgres/try-database.ts'
import { type Node, nodeState } from '../../nodes/node.ts'
import { listNodes } from '../../nodes/node-list-view.ts'
import { withServer, withSettings, withTables } from '../doctor-scene.ts'
import { type DoctorOutcome, failed, notSetUp, skipped, warning, well } from '../outcome.ts'

export const postgresChecks = {
  database_server: withSettings(({ databaseTrial, server }) =>
    judgeDatabaseServer(databaseTrial, server),
  ),
  durability: withServer(({ server }) => judgeDurability(server)),
  database_role: withServer(({ server }) => judgeRole(server)),
  database_clock: withServer(({ server }) => judgeDatabaseClock(server.clockDifferenceMs)),
  replication: withServer(({ server }) => judgeReplication(server.replication)),
  long_transactions: withServer(async ({ serverReader }) =>
    judgeLongTransactions(
      await listLongTransactions(serverReader, longMs),
      await listBlockingSessions(serverReader),
    ),
  ),
  connections_left: withServer(({ server, config }) =>
    judgeConnections(server.connections, config.database.connectionsMax + ownConnections),
  ),
  nodes: withTables(async ({ db, clock }) => judgeNodes(await listNodes(db.reader), clock.now())),
}

export function judgeDatabaseServer(
  trial: Pick<DatabaseTrial, 'fault' | 'others'> | undefined,
  server: Pick<ServerFacts, 'version'> | undefined,
): DoctorOutcome {
  const fault = trial?.fault
  if (fault !== undefined || server === undefined)
    return failed('unusable', { items: [fault ?? ''] })
  const values = { version: server.version }
  const others = trial?.others ?? []
  const away = others.filter((text) => !text.endsWith(': a standby'))
  if (away.length > 0) return warning('host_away', { values, items: away })
  return well({ values, items: others })
}

export function judgeDurability({
  unsafeSettings,
}: Pick<ServerFacts, 'unsafeSettings'>): DoctorOutcome {
  return unsafeSettings.length === 0 ? well() : failed('loses_data', { items: unsafeSettings })
}

export function judgeRole({
  role,
  isSuperuser,
  ownsTables,
}: Pick<ServerFacts, 'role' | 'isSuperuser' | 'ownsTables'>): DoctorOutcome {
  const values = { role }
  if (isSuperuser) return failed('superuser', { values })
  return ownsTables ? warning('owner', { values }) : well({ values })
}

const clockLimits = { warnsMs: 500, failsMs: 2_000 }

export function judgeDatabaseClock(differenceMs: number): DoctorOutcome {
  const values = { difference_ms: differenceMs }
  if (differenceMs > clockLimits.failsMs) return failed('off', { values })
  return differenceMs > clockLimits.warnsMs ? warning('off', { values }) : well({ values })
}

export function judgeReplication({
  standbys,
  synchronous,
  waits,
}: ReplicationFacts): DoctorOutcome {
  const values = { count: standbys }
  if (standbys === 0) return waits ? failed('stuck') : notSetUp()
  if (synchronous === undefined) return well({ values }, 'unseen')
  if (waits && synchronous === 0) return failed('stuck')
  return synchronous === 0 ? warning('asynchronous', { values }) : well({ values })
}

const longMs = 5 * 60_000

export function judgeLongTransactions(
  found: readonly LongTransaction[],
  holders: readonly BlockingSession[] = [],
): DoctorOutcome {
  if (holders.length > 0) {
    const items = holders.map(({ pid, application }) => `${pid} ${application || '-'}`)
    return warning('blocking', { values: { count: holders.length }, items })
  }
  const [longest] = found
  if (longest === undefined) return well()
  const items = found.map(
    ({ pid, application, lastsMs }) =>
      `${pid} ${application || '-'}: ${Math.round(lastsMs / 60_000)} min`,
  )
  return warning('long', { values: { count: found.length, longest_ms: longest.lastsMs }, items })
}

/** Besides the pool: two for long queries, one for notices. */
const ownConnections = 3

/** @param ofNode connections that one more node takes */
export function judgeConnections(
  { used, max }: ServerFacts['connections'],
  ofNode: number,
): DoctorOutcome {
  const values = { used, connections_max: max, of_node: ofNode }
  if (max - used < 3) return failed('none', { values })
  return max - used < ofNode ? warning('few', { values }) : well({ values })
}

export function judgeNodes(nodes: readonly Node[], nowMs: number): DoctorOutcome {
  if (nodes.length === 0) return skipped('no_server')
  const items = nodes.map(
    (node) => `${node.id} ${node.host} ${node.version}: ${nodeState(node, nowMs)}`,
  )
  const living = nodes.filter((node) => nodeState(node, nowMs) !== 'silent')
  const silent = nodes.length - living.length
  if (silent > 0) return warning('silent', { values: { count: silent }, items })
  const isMixed = new Set(living.map(({ version }) => version)).size > 1
  const values = { count: living.length }
  return isMixed ? warning('mixed', { values, items }) : well({ values, items })
}
