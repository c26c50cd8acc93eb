// Whole servers over one data folder, as several nodes: each with its own clock, that a test can stop, and all with one
// simulator of the provider.

import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { freePort } from '../../scripts/bench/free-port.ts'
import { type Appliance, databaseFile, openAppliance } from '../../server/appliance.ts'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { loadConfig } from '../../server/config.ts'
import { createMasterKey } from '../../server/crypto/master-key.ts'
import {
  type SmileIdSimulator,
  startSmileIdSimulator,
} from '../../server/demo/smile-id-simulator/simulator.ts'
import { createKey } from '../../server/keys/create-key.ts'
import { scopesDefault } from '../../server/keys/key.ts'
import { type RunningServer, serve } from '../../server/serve.ts'
import { type CapturedLog, captureLog } from './captured-log.ts'
import { placeMigrated } from './database.ts'
import { ManualClock } from './manual-clock.ts'
import { NodeClock } from './nodes.ts'
import { partsOf, type RunningApplianceOptions } from './running-appliance.ts'
import { tempFolder } from './temp-folder.ts'

interface ServingNode extends CapturedLog {
  readonly appliance: Appliance
  readonly server: RunningServer
  readonly clock: NodeClock
  /** With `/v1` at the end. */
  readonly url: string
}

interface Installation {
  readonly clock: ManualClock
  readonly simulator: SmileIdSimulator
  readonly dataDir: string
  /** Starts one more node; it is stopped when the test ends. */
  start(options?: Pick<RunningApplianceOptions, 'wrapProvider'>): Promise<ServingNode>
  liveKey(node: ServingNode): Promise<string>
}

const credentials = { partnerId: '085', apiKey: 'a-key-of-the-test-partner' }

export async function openInstallation(t: TestContext): Promise<Installation> {
  const folder = tempFolder(t)
  const clock = new ManualClock()
  const simulator = await startSmileIdSimulator({ clock, credentials })
  t.after(() => simulator.close())
  const masterKeyFile = join(folder, 'master.key')
  createMasterKey(masterKeyFile)
  const dataDir = join(folder, 'appliance')
  return {
    clock,
    simulator,
    dataDir,
    async start(options = {}) {
      const loaded = loadConfig({
        profile: 'demo',
        env: {
          SVC_PORT: String(await freePort()),
          SVC_OPS_PORT: '0',
          SVC_DATA_DIR: dataDir,
          SVC_MASTER_KEY_FILE: masterKeyFile,
          SVC_SMILE_BASE_URL: simulator.baseUrl,
          SVC_SMILE_PARTNER_ID: credentials.partnerId,
          SVC_SMILE_API_KEY: credentials.apiKey,
        },
      })
      if (!existsSync(dataDir)) {
        mkdirSync(dataDir, { mode: 0o700 })
        await placeMigrated(databaseFile(loaded.config))
      }
      const nodeClock = new NodeClock(clock)
      const captured = captureLog(clock)
      const parts = { ...partsOf(options), clock: nodeClock, log: captured.log }
      const appliance = await openAppliance(loaded, parts)
      const server = await serve(appliance, { runsSchedule: false, isAlone: false })
      t.after(() => server.stop())
      return { ...captured, appliance, server, clock: nodeClock, url: `${server.url}/v1` }
    },
    async liveKey({ appliance }) {
      const asked = { name: 'test', environment: 'live', scopes: scopesDefault } as const
      const more = { allowedCidrs: [], expiresAt: undefined }
      return (await createKey(appliance, fromCommandLine, { ...asked, ...more })).text
    },
  }
}
