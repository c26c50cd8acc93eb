// The scene of the storm: one database, several real servers on it with one folder of images, the simulator of the
// provider with its ledger, and a receiver of webhooks.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseAddressOf } from '../../../server/db/postgres/database-address.ts'
import { type OpenedPostgres, openPostgres } from '../../../server/db/postgres/open-postgres.ts'
import {
  type SmileIdSimulator,
  startSmileIdSimulator,
} from '../../../server/demo/smile-id-simulator/simulator.ts'
import { systemClock } from '../../../server/kernel/clock.ts'
import { listNodes } from '../../../server/nodes/node-list-view.ts'
import {
  type ChildServer,
  createKey,
  createLiveKey,
  environmentOf,
  initAppliance,
  startServer,
} from '../../bench/child-server.ts'
import { freePort } from '../../bench/free-port.ts'
import { type KillLedger, openKillLedger } from '../../bench/webhooks/kill-ledger.ts'
import type { ClientKeys } from '../busy-clients.ts'
import { type DatabaseLink, openDatabaseLink } from './database-link.ts'
import { createStormDatabase, type StormDatabase } from './storm-database.ts'

type Environment = Readonly<Record<string, string>>

/** A server of the scene, which can be killed and started again. */
interface StormNode {
  readonly name: string
  readonly env: Environment
  readonly link: DatabaseLink
  readonly server: ChildServer
  /** Its row in `nodes`; another one after each start. */
  readonly id: string
  readonly logFile: string
}

export interface StormScene {
  readonly folder: string
  readonly database: StormDatabase
  /** Connected past the links. */
  readonly db: OpenedPostgres
  /** For commands, past the links. */
  readonly env: Environment
  readonly keys: ClientKeys
  readonly simulator: SmileIdSimulator
  readonly receiver: KillLedger
  readonly nodes: StormNode[]
  /** Starts the server of this place again, after its process has ended. */
  startAgain(place: number): Promise<void>
  close(): Promise<void>
}

const credentials = { partnerId: '046', apiKey: 'storm-partner-key' }
const resultDelayMs = 300

export async function openStormScene(input: {
  readonly binaries: string
  readonly nodes: number
}): Promise<StormScene> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-storm-'))
  const closing: (() => Promise<unknown> | unknown)[] = []
  const close = async () => {
    for (const end of closing.toReversed()) await end()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const database = await createStormDatabase(input.binaries, placeOfDatabase(folder, closing))
    await database.start()
    closing.push(() => database.end('SIGINT'))
    const simulator = await startSmileIdSimulator({
      clock: systemClock,
      credentials,
      resultDelayMs,
    })
    closing.push(() => simulator.close())
    const receiver = await openKillLedger(() => 1)
    closing.push(() => receiver.close())
    const smile = { ...credentials, baseUrl: simulator.baseUrl }
    const env = { ...environmentOf({ folder, port: await freePort(), smile }), ...ofStorm }
    const direct = { ...env, SVC_DATABASE_URL: urlAt(database.port) }
    await initAppliance(direct)
    const keys = {
      sandbox: await createKey(direct, 'sandbox'),
      live: await createLiveKey(direct),
    }
    const db = openPostgres({
      address: databaseAddressOf(urlAt(database.port)),
      connectionsMax: 4,
    })
    closing.push(() => db.close())
    const nodes: StormNode[] = []
    closing.push(() => Promise.all(nodes.map(({ server }) => server.kill('SIGKILL'))))
    process.once('exit', () => nodes.forEach(({ server }) => void server.kill('SIGKILL')))
    for (let number = 1; number <= input.nodes; number += 1) {
      const link = await openDatabaseLink(database.port)
      closing.push(() => link.close())
      nodes.push(await startNode(db, await planNode({ folder, name: `node-${number}`, env, link })))
    }
    return {
      folder,
      database,
      db,
      env: direct,
      keys,
      simulator,
      receiver,
      nodes,
      async startAgain(place) {
        const node = nodes[place]
        if (node !== undefined) nodes[place] = await startNode(db, node)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const ofStorm = {
  SVC_OPS_PORT: '0',
  SVC_PREFLIGHT: 'off',
  SVC_WEBHOOK_ALLOW_LOOPBACK: 'yes',
  SVC_RATE_LIMIT_PER_MINUTE: '1000000',
}

async function planNode({
  folder,
  name,
  env,
  link,
}: Pick<StormNode, 'name' | 'env' | 'link'> & { readonly folder: string }) {
  const logFile = join(folder, `${name}.log`)
  const own = {
    ...env,
    SVC_PORT: String(await freePort()),
    SVC_OPS_PORT: String(await freePort()),
    SVC_LOG_FILE: logFile,
    SVC_DATABASE_URL: urlAt(link.port),
  }
  return { name, env: own, link, logFile }
}

/** Registers the receiver with both keys. Call it once a node serves. */
export async function registerReceiver({ nodes, keys, receiver }: StormScene): Promise<void> {
  for (const key of Object.values(keys)) {
    const response = await fetch(`${nodes[0]?.server.url}/v1/webhooks`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        url: `${receiver.url}/healthy`,
        events: ['verification.completed', 'verification.failed'],
      }),
    })
    if (!response.ok) throw new Error(`registering was refused with ${response.status}`)
  }
}

/** The server of the database is another user, who has to reach its folder. */
function placeOfDatabase(folder: string, closing: (() => unknown)[]): string {
  if (process.getuid?.() !== 0) return join(folder, 'postgres')
  const own = mkdtempSync(join(tmpdir(), 'svc-storm-database-'))
  rmSync(own, { recursive: true })
  closing.push(() => rmSync(own, { recursive: true, force: true }))
  return own
}

/** Waits until the server listens, and finds the row that it has made. */
async function startNode(
  db: OpenedPostgres,
  node: Pick<StormNode, 'name' | 'env' | 'link' | 'logFile'>,
): Promise<StormNode> {
  const before = new Set((await listNodes(db.reader)).map(({ id }) => id))
  const server = await startServer(node.env)
  const row = (await listNodes(db.reader)).find(({ id }) => !before.has(id))
  if (row === undefined) throw new Error(`${node.name} has no row among the nodes`)
  const { name, env, link, logFile } = node
  return { name, env, link, logFile, server, id: row.id }
}

function urlAt(port: number): string {
  return `postgres://postgres@127.0.0.1:${port}/postgres`
}
