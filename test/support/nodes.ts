// Several nodes over one database, in one process and with one time. Each has a clock that a test can stop, as SIGSTOP
// stops a process, while the time of the others goes on. `openNode` makes a node that only gives signs of life, and
// `openInstallation` whole servers, on the engine of the lane.

import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { freePort } from '../../scripts/bench/free-port.ts'
import { type Appliance, databaseFile, openAppliance } from '../../server/appliance.ts'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { loadConfig } from '../../server/config.ts'
import { createMasterKey } from '../../server/crypto/master-key.ts'
import type { Db } from '../../server/db/transaction.ts'
import {
  type SmileIdSimulator,
  startSmileIdSimulator,
} from '../../server/demo/smile-id-simulator/simulator.ts'
import type { Cancel, Clock } from '../../server/kernel/clock.ts'
import type { Environment } from '../../server/kernel/environment.ts'
import { newId } from '../../server/kernel/ids.ts'
import type { Notice, NoticeLink } from '../../server/kernel/notices.ts'
import { createKey } from '../../server/keys/create-key.ts'
import { scopesDefault } from '../../server/keys/key.ts'
import { OwnNode } from '../../server/nodes/own-node.ts'
import { type RunningServer, serve } from '../../server/serve.ts'
import { type CapturedLog, captureLog } from './captured-log.ts'
import { openAgain, placeMigrated, type TestDatabase } from './database.ts'
import { ManualClock } from './manual-clock.ts'
import { forgetFolder, isPostgresLane } from './postgres.ts'
import { onDatabase, partsOf, type RunningApplianceOptions } from './running-appliance.ts'
import { turns } from './turns.ts'

/** The clock of one node. While it is stopped, nothing that it was asked to call is called. */
class NodeClock implements Clock {
  readonly #shared: ManualClock
  #isStopped = false
  #held: (() => void)[] = []

  constructor(shared: ManualClock) {
    this.#shared = shared
  }

  now(): number {
    return this.#shared.now()
  }

  steadyMs(): number {
    return this.#shared.steadyMs()
  }

  after(delayMs: number, work: () => void): Cancel {
    let isCancelled = false
    const run = () => {
      if (isCancelled) return
      if (this.#isStopped) this.#held.push(run)
      else work()
    }
    const cancel = this.#shared.after(delayMs, run)
    return () => {
      isCancelled = true
      cancel()
    }
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  stop(): void {
    this.#isStopped = true
  }

  /** Runs what fell due meanwhile. */
  goOn(): void {
    this.#isStopped = false
    const held = this.#held
    this.#held = []
    for (const run of held) run()
  }
}

/** A master key that never changes. */
export const heldKey = { heldMasterKeyId: () => 'mk_test', refresh: async () => {} }

interface TestNode extends CapturedLog {
  readonly node: OwnNode
  readonly db: Db
  readonly clock: NodeClock
}

/** Enters a node over a connection of its own. `wrapDb` puts something between it and the database. */
export async function openNode(
  t: TestContext,
  database: TestDatabase,
  wrapDb: (db: Db) => Db = (db) => db,
): Promise<TestNode> {
  const db = wrapDb(openAgain(t, database.file))
  const clock = new NodeClock(database.clock)
  const captured = captureLog(database.clock)
  const node = new OwnNode({
    id: newId('node', clock.now()),
    db,
    clock,
    log: captured.log,
    version: '1.0.0',
    keyHolder: heldKey,
  })
  await node.join({ isAlone: false })
  remember(database.clock, node)
  t.after(() => node.leave())
  return { ...captured, node, db, clock }
}

/** The nodes of a test, by their common time. */
const nodesOf = new WeakMap<ManualClock, readonly OwnNode[]>()

function remember(clock: ManualClock, node: OwnNode): void {
  nodesOf.set(clock, [...(nodesOf.get(clock) ?? []), node])
}

/** Lets time go by in steps that are shorter than a beat, with all signs of life of each step given. */
export async function passTime(clock: ManualClock, ms: number, stepMs = 100): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    clock.advance(Math.min(stepMs, ms - passed))
    for (const node of nodesOf.get(clock) ?? []) await node.idle()
    await turns(30)
  }
}

interface ServingNode extends CapturedLog {
  readonly appliance: Appliance
  readonly server: RunningServer
  readonly clock: NodeClock
  readonly origin: string
  /** `origin` with `/v1` at the end. */
  readonly url: string
}

export interface Installation {
  /** The servers in the order of their starts. */
  readonly nodes: readonly ServingNode[]
  readonly clock: ManualClock
  /** Of the provider, which all servers call. */
  readonly simulator: SmileIdSimulator
  readonly dataDir: string
  /** Starts one more server. All that run know it then. */
  start(options?: Pick<RunningApplianceOptions, 'wrapProvider'>): Promise<ServingNode>
  /** Moves the time at once. Then every server has given a sign of life and has seen those of the others. */
  advance(ms: number): Promise<void>
  key(environment: Environment): Promise<string>
  /** Stops the servers that still run. */
  close(): Promise<void>
}

const credentials = { partnerId: '085', apiKey: 'a-key-of-the-test-partner' }

const settingsOfTests = {
  // The draw goes by the random id: now and then a test's verification would be reviewed.
  SVC_REVIEW_SAMPLE: '0',
  SVC_REVIEW_QUALITY_SAMPLE: '0',
  // Half a second a picture; tests about it turn it on.
  SVC_DOCUMENT_READING: 'off',
}

/** An installation with `count` servers. */
export async function openInstallation(
  count: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-nodes-'))
  const clock = new ManualClock()
  const simulator = await startSmileIdSimulator({ clock, credentials })
  const masterKeyFile = join(folder, 'master.key')
  createMasterKey(masterKeyFile)
  const dataDir = join(folder, 'appliance')
  const nodes: ServingNode[] = []
  const linkAnother = openLinks()
  const beatTwice = () => beatAll([...nodes, ...nodes])
  const installation = {
    nodes,
    clock,
    simulator,
    dataDir,
    async start(options: Pick<RunningApplianceOptions, 'wrapProvider'> = {}) {
      const loaded = await loadFor(dataDir, {
        SVC_PORT: String(await freePort()),
        SVC_OPS_PORT: '0',
        SVC_MASTER_KEY_FILE: masterKeyFile,
        SVC_SMILE_BASE_URL: simulator.baseUrl,
        SVC_SMILE_PARTNER_ID: credentials.partnerId,
        SVC_SMILE_API_KEY: credentials.apiKey,
        ...settingsOfTests,
        ...settings,
      })
      const nodeClock = new NodeClock(clock)
      const captured = captureLog(clock)
      const appliance = await openAppliance(loaded, {
        ...partsOf(options),
        clock: nodeClock,
        log: captured.log,
        ...(isPostgresLane ? {} : { noticeLink: linkAnother() }),
      })
      const server = await serve(appliance, { runsSchedule: false, isAlone: false })
      const origin = server.url
      const node = { ...captured, appliance, server, clock: nodeClock, origin, url: `${origin}/v1` }
      nodes.push(node)
      remember(clock, appliance.node)
      await beatTwice()
      return node
    },
    async advance(ms: number) {
      clock.advance(ms)
      await beatTwice()
    },
    async key(environment: Environment) {
      const [first] = nodes
      if (first === undefined) throw new Error('no server has been started')
      const asked = { name: 'test', environment, scopes: scopesDefault }
      const unlimited = { allowedCidrs: [], expiresAt: undefined }
      return (await createKey(first.appliance, fromCommandLine, { ...asked, ...unlimited })).text
    },
    async close() {
      for (const { server } of nodes) await server.stop()
      await simulator.close()
      await forgetFolder(dataDir)
      rmSync(folder, { recursive: true })
    },
  }
  for (let number = 0; number < count; number += 1) await installation.start()
  return installation
}

/** Given twice, each sees the second time what all have stored the first time. */
async function beatAll(nodes: readonly ServingNode[]): Promise<void> {
  for (const node of nodes) if (!node.clock.isStopped) await node.appliance.node.beat()
}

async function loadFor(dataDir: string, env: Readonly<Record<string, string>>) {
  const loaded = loadConfig({ profile: 'demo', env: { ...env, SVC_DATA_DIR: dataDir } })
  if (!existsSync(dataDir)) {
    mkdirSync(dataDir, { mode: 0o700 })
    if (!isPostgresLane) await placeMigrated(databaseFile(loaded.config))
  }
  return isPostgresLane ? onDatabase(loaded) : loaded
}

/** Links of nodes on SQLite: what one sends, all others receive. */
function openLinks(): () => NoticeLink {
  const receivers = new Set<(notices: readonly Notice[]) => void>()
  return () => {
    let own: ((notices: readonly Notice[]) => void) | undefined
    return {
      send(notices) {
        for (const receive of receivers) if (receive !== own) receive(notices)
      },
      onReceive(receive) {
        own = receive
        receivers.add(receive)
      },
    }
  }
}
