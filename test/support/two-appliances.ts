// Several appliances over one database in one process, as several nodes would be: each with its own listener, job runner
// and dispatcher, and one clock for all. The lock of the data folder is not taken, since it allows one server only.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Appliance, databaseFile, openAppliance } from '../../server/appliance.ts'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { loadConfig } from '../../server/config.ts'
import { createSessionGuard } from '../../server/console-api/create-session-guard.ts'
import { createMasterKey } from '../../server/crypto/master-key.ts'
import { listen } from '../../server/http/listen.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import type { Environment } from '../../server/kernel/environment.ts'
import { openLog } from '../../server/kernel/log.ts'
import { createKey } from '../../server/keys/create-key.ts'
import { findApiKey } from '../../server/keys/find-api-key.ts'
import { scopesDefault } from '../../server/keys/key.ts'
import { createApp } from '../../server/mount-routes.ts'
import { routes } from '../../server/routes.ts'
import { startWork } from '../../server/start-work.ts'
import { placeMigrated } from './database.ts'
import { ManualClock } from './manual-clock.ts'
import { type NodeRoster, openNodeRoster } from './node-roster.ts'
import { sharedImages, sharedPasswords } from './shared-parts.ts'

interface Node {
  readonly id: string
  readonly origin: string
  /** With `/v1` at the end. */
  readonly url: string
  readonly appliance: Appliance
  readonly work: Awaited<ReturnType<typeof startWork>>
}

export interface Nodes {
  readonly nodes: readonly Node[]
  readonly roster: NodeRoster
  readonly clock: ManualClock
  readonly logLines: readonly string[]
  key(environment: Environment): Promise<string>
  close(): Promise<void>
}

export async function openNodes(
  count: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<Nodes> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-nodes-'))
  const clock = new ManualClock()
  const roster = openNodeRoster()
  const logLines: string[] = []
  const log = openLog((line) => logLines.push(line))
  const masterKeyFile = join(folder, 'master.key')
  createMasterKey(masterKeyFile)
  const env = {
    SVC_OPS_PORT: '0',
    SVC_DATA_DIR: join(folder, 'data'),
    SVC_MASTER_KEY_FILE: masterKeyFile,
    ...settings,
  }
  const loaded = loadConfig({ profile: 'demo', env })
  mkdirSync(loaded.config.dataDir, { mode: 0o700 })
  await placeMigrated(databaseFile(loaded.config))
  const nodes: (Node & { stop(): Promise<void> })[] = []
  for (let number = 1; number <= count; number += 1) {
    const id = `node_${number}`
    const appliance = await openAppliance(loaded, {
      clock,
      log,
      liveNodes: roster.join(id),
      noticeLink: roster.link(),
      images: sharedImages,
      passwords: sharedPasswords,
    })
    nodes.push({ id, appliance, ...(await startNode(appliance)) })
  }
  const [first] = nodes
  if (first === undefined) throw new Error('there must be a node')
  return {
    nodes,
    roster,
    clock,
    logLines,
    async key(environment) {
      const asked = { name: 'test', environment, scopes: scopesDefault }
      const unlimited = { allowedCidrs: [], expiresAt: undefined }
      return (await createKey(first.appliance, fromCommandLine, { ...asked, ...unlimited })).text
    },
    async close() {
      for (const node of nodes) await node.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

async function startNode(appliance: Appliance) {
  const app = createApp({
    ...appliance,
    findApiKey: (keyText) => findApiKey(appliance, keyText),
    routes: routes(appliance),
    sessionGuard: createSessionGuard(appliance),
  })
  const place = { host: '127.0.0.1', port: 0, headerTimeoutMs: 5_000, bodyTimeoutMs: 5_000 }
  const listener = await listen({ app, clock: systemClock, log: appliance.log }, place)
  appliance.ownPorts.add(listener.port)
  const work = await startWork(appliance, { runsSchedule: false })
  return {
    origin: listener.url,
    url: `${listener.url}/v1`,
    work,
    async stop() {
      await listener.stop(0)
      await work.stop(0)
      await appliance.close()
    },
  }
}
