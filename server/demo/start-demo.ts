// The demo: a real appliance on this machine, beside it stand-ins for the identity provider and for a
// client's webhook receiver, in a folder of its own, with keys ready to use. What `npm start` runs.

import { hkdfSync } from 'node:crypto'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { openAppliance } from '../appliance.ts'
import { type Config, type LoadedSettings, listeningAt } from '../config.ts'
import { readMasterKey } from '../crypto/master-key.ts'
import { holdServerLock } from '../db/server-lock.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { type RunningServer, serve } from '../serve.ts'
import { claimDemoFolder } from './demo-folder.ts'
import { type DemoKeys, ensureDemoKeys } from './demo-keys.ts'
import { readDemoNotes, writeDemoNotes } from './demo-notes.ts'
import { type DemoReceiver, startDemoReceiver } from './demo-receiver.ts'
import { startSmileIdSimulator } from './smile-id-simulator/simulator.ts'
import type { Delivery } from './webhook-receiver/delivery.ts'
import type { WebhookReceiver } from './webhook-receiver/receiver.ts'

export interface Demo {
  readonly server: Pick<RunningServer, 'url' | 'reloadTls'>
  readonly keys: DemoKeys
  /** Whether the identity provider is the stand-in, and not one that the settings name. */
  readonly hasStandIn: boolean
  readonly receiver: Pick<WebhookReceiver, 'url'>
  stop(): Promise<void>
}

/** Who is told what goes on. */
export interface DemoAudience {
  readonly log: Log
  /** What arrives at the webhook receiver. */
  readonly onDelivery: (delivery: Delivery) => void
}

type Settings = Pick<LoadedSettings, 'config' | 'secrets'>

/** The stand-in's only partner. Invented, and no secret: it listens on this machine and knows nobody. */
const standInPartner = { partnerId: '0042', apiKey: 'the-demo-has-no-secret' }

/**
 * `loaded` are settings of the profile `demo`. Ready for requests once it resolves.
 * @throws AppError `conflict`, ServerLockedError, and what opening an appliance throws
 */
export async function startDemo(loaded: Settings, audience: DemoAudience): Promise<Demo> {
  const { config } = loaded
  claimDemoFolder(config)
  const running = new AsyncDisposableStack()
  try {
    // The stand-in's ledger is open before the server takes its own lock.
    const lock = holdServerLock(join(config.dataDir, 'demo.lock'))
    running.defer(() => lock.release())
    const standIn = await provideProvider(loaded)
    running.defer(() => standIn.close())
    const receiver = await startDemoReceiver(config, readDemoNotes(config), audience)
    running.defer(() => receiver.close())
    const { server, keys } = await startServer(standIn.settings, audience.log, receiver)
    running.defer(() => server.stop())
    const hasStandIn = standIn.settings !== loaded
    return { server, keys, hasStandIn, receiver, stop: () => running.disposeAsync() }
  } catch (error) {
    await running.disposeAsync()
    throw error
  }
}

interface Provision {
  readonly settings: Settings
  close(): Promise<void>
}

/** Starts the stand-in and points the settings at it, unless they name a provider themselves. */
async function provideProvider(loaded: Settings): Promise<Provision> {
  const { config, secrets } = loaded
  if (config.smile !== undefined) return { settings: loaded, close: async () => {} }
  const simulator = await startSmileIdSimulator({
    clock: systemClock,
    credentials: standInPartner,
    ledgerFile: join(config.dataDir, 'smile-id-ledger.jsonl'),
    ledgerKey: ledgerKeyOf(config),
  })
  const { partnerId, apiKey } = standInPartner
  const smile = { baseUrl: simulator.baseUrl, partnerId, caFile: undefined }
  return {
    settings: { config: { ...config, smile }, secrets: { ...secrets, smileApiKey: apiKey } },
    close: () => simulator.close(),
  }
}

/** Of the demo's own master key, so that the folder tells nothing of people without that file. */
function ledgerKeyOf({ masterKeyFile }: Pick<Config, 'masterKeyFile'>): Buffer {
  const { bytes } = readMasterKey(masterKeyFile)
  return Buffer.from(hkdfSync('sha256', bytes, Buffer.alloc(0), 'svc 1 demo ledger', 32))
}

async function startServer({ config, secrets }: Settings, log: Log, receiver: DemoReceiver) {
  const appliance = await openAppliance({ config: await withPort(config), secrets }, { log })
  try {
    receiver.trust(appliance)
    const keys = await ensureDemoKeys(appliance, readDemoNotes(config))
    const server = await serve(appliance)
    writeDemoNotes(config, {
      url: server.url,
      sandboxKey: keys.sandbox,
      liveKey: keys.live,
      webhookReceiverPort: receiver.port,
    })
    return { server, keys }
  } catch (error) {
    await appliance.close()
    throw error
  }
}

/** The stand-in calls back, so the port must be known before anyone listens on it. */
async function withPort(config: Config): Promise<Config> {
  return config.port === 0 ? listeningAt(config, await findFreePort(config.host)) : config
}

function findFreePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, host, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
