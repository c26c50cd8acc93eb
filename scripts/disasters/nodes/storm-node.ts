// The nodes of the storm: real servers, each with its own way to the database, and where possible its own network.

import { join } from 'node:path'
import type { OpenedPostgres } from '../../../server/db/postgres/open-postgres.ts'
import { listNodes } from '../../../server/nodes/node-list-view.ts'
import { type ChildServer, startServer } from '../../bench/child-server.ts'
import { freePort } from '../../bench/free-port.ts'
import { type DatabaseLink, openDatabaseLinks } from './database-link.ts'
import type { NetworkNamespace } from './network-namespace.ts'

export type Environment = Readonly<Record<string, string>>

/** How a node is started, each time. */
interface PlannedNode {
  readonly name: string
  readonly env: Environment
  readonly link: DatabaseLink
  /** Whether the link is a cable between two networks. */
  readonly hasNamespace: boolean
  /** Words before the command of the server. */
  readonly within: readonly string[]
  readonly logFile: string
}

/** A server of the scene, which can be killed and started again. */
export interface StormNode extends PlannedNode {
  readonly server: ChildServer
  /** Its row in `nodes`; another one after each start. */
  readonly id: string
}

interface NodePlan {
  readonly folder: string
  readonly name: string
  readonly env: Environment
  /** Of the database. */
  readonly ports: readonly number[]
  /** Of the provider and the receiver. */
  readonly outward: readonly number[]
}

export async function planNode(
  { folder, name, env, ports, outward }: NodePlan,
  namespace?: NetworkNamespace,
): Promise<PlannedNode> {
  const [port, opsPort] = [await freePort(), await freePort()]
  const link =
    namespace === undefined
      ? await openDatabaseLinks(ports)
      : await linkThrough(namespace, ports, { inward: [port, opsPort], outward })
  const logFile = join(folder, `${name}.log`)
  const own = {
    ...env,
    SVC_PORT: String(port),
    SVC_OPS_PORT: String(opsPort),
    SVC_LOG_FILE: logFile,
    SVC_DATABASE_URL: urlOf(link.hosts),
  }
  const within = namespace?.command ?? []
  return { name, env: own, link, hasNamespace: namespace !== undefined, within, logFile }
}

async function linkThrough(
  { databaseHost, relay, cut, mend }: NetworkNamespace,
  ports: readonly number[],
  { inward, outward }: Readonly<Record<'inward' | 'outward', readonly number[]>>,
): Promise<DatabaseLink> {
  await relay(inward, outward)
  const hosts = ports.map((port) => `${databaseHost}:${port}`).join()
  return { hosts, cut, mend, close: async () => {} }
}

/** @param hosts with ports, as in a URL */
export function urlOf(hosts: string): string {
  return `postgres://postgres@${hosts}/postgres?sslmode=disable&target_session_attrs=read-write`
}

/**
 * Waits until the server listens, and finds the row that it has made.
 * @param program of another release
 */
export async function startNode(
  db: Pick<OpenedPostgres, 'reader'>,
  node: PlannedNode,
  program?: string,
): Promise<StormNode> {
  const before = new Set((await listNodes(db.reader)).map(({ id }) => id))
  const server = await startServer(node.env, { within: node.within, program })
  const row = (await listNodes(db.reader)).find(({ id }) => !before.has(id))
  if (row === undefined) throw new Error(`${node.name} has no row among the nodes`)
  return { ...node, server, id: row.id }
}
