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
import { createKey, environmentOf, initAppliance } from '../../bench/child-server.ts'
import { freePort } from '../../bench/free-port.ts'
import { type KillLedger, openKillLedger } from '../../bench/webhooks/kill-ledger.ts'
import { registerHealthy } from '../../bench/webhooks/load.ts'
import type { ClientKeys } from '../busy-clients.ts'
import { atExit } from './at-exit.ts'
import { openNamespace } from './network-namespace.ts'
import { createStormDatabase, type StormDatabase } from './storm-database.ts'
import { type Environment, planNode, type StormNode, startNode, urlOf } from './storm-node.ts'

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

interface StormSceneInput {
  readonly binaries: string
  readonly nodes: number
  /**
   * Whether the last node gets a network namespace of its own, where that is permitted. Then the machine's interfaces
   * change, and a Chromium that is open meanwhile breaks off its requests (`ERR_NETWORK_CHANGED`). Default: no.
   */
  readonly isDivided?: boolean
  /** Settings of all nodes, besides those of the storm. */
  readonly settings?: Environment
}

export async function openStormScene(input: StormSceneInput): Promise<StormScene> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-storm-'))
  const closing: (() => Promise<unknown> | unknown)[] = []
  const close = async () => {
    for (const end of closing.toReversed()) await end()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const namespace = input.isDivided === true ? await openNamespace(folder) : undefined
    if (namespace !== undefined) closing.push(() => namespace.close())
    const addresses = namespace === undefined ? [] : [namespace.databaseHost]
    const place = placeOfDatabase(folder, closing)
    const database = await createStormDatabase(input.binaries, place, addresses)
    closing.push(() => database.close())
    const { simulator, receiver } = await openOutside(closing)
    const smile = { ...credentials, baseUrl: simulator.baseUrl }
    const env = {
      ...environmentOf({ folder, port: await freePort(), smile }),
      ...ofStorm,
      ...input.settings,
    }
    const directUrl = urlOf(database.ports.map((port) => `127.0.0.1:${port}`).join())
    const direct = { ...env, SVC_DATABASE_URL: directUrl }
    await initAppliance(direct)
    const keys = {
      sandbox: await createKey(direct, 'sandbox'),
      live: await createKey(direct, 'live'),
    }
    const db = openPostgres({
      address: databaseAddressOf(directUrl),
      connectionsMax: 4,
    })
    closing.push(() => db.close())
    const nodes: StormNode[] = []
    const killNodes = () => Promise.all(nodes.map(({ server }) => server.kill('SIGKILL')))
    closing.push(killNodes, atExit(killNodes))
    const outward = [simulator.baseUrl, receiver.url].map((url) => Number(new URL(url).port))
    for (let number = 1; number <= input.nodes; number += 1) {
      const own = number === input.nodes ? namespace : undefined
      const plan = { folder, name: `node-${number}`, env, ports: database.ports, outward }
      nodes.push(await startNode(db, await planned(plan, own, closing)))
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

/** What the nodes call. */
async function openOutside(closing: (() => unknown)[]) {
  const simulator = await startSmileIdSimulator({ clock: systemClock, credentials, resultDelayMs })
  closing.push(() => simulator.close())
  const receiver = await openKillLedger(() => 1)
  closing.push(() => receiver.close())
  return { simulator, receiver }
}

async function planned(
  plan: Parameters<typeof planNode>[0],
  namespace: Parameters<typeof planNode>[1],
  closing: (() => unknown)[],
): ReturnType<typeof planNode> {
  const node = await planNode(plan, namespace)
  closing.push(() => node.link.close())
  return node
}

const ofStorm = {
  SVC_OPS_PORT: '0',
  SVC_PREFLIGHT: 'off',
  SVC_WEBHOOK_ALLOW_LOOPBACK: 'yes',
  SVC_RATE_LIMIT_PER_MINUTE: '1000000',
}

/** Registers the receiver with both keys. Call it once a node serves. */
export function registerReceiver({ nodes, keys, receiver }: StormScene): Promise<void> {
  return registerHealthy(nodes[0]?.server.url ?? '', keys, receiver)
}

/** The server of the database is another user, who has to reach its folder. */
function placeOfDatabase(folder: string, closing: (() => unknown)[]): string {
  if (process.getuid?.() !== 0) return join(folder, 'postgres')
  const own = mkdtempSync(join(tmpdir(), 'svc-storm-database-'))
  rmSync(own, { recursive: true })
  closing.push(() => rmSync(own, { recursive: true, force: true }))
  return own
}
