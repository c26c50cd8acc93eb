// The demo: a real appliance on this machine, beside it stand-ins for the identity provider, the scoring
// engine and a client's webhook receiver, in a folder of its own, with keys ready to use. What `npm start` runs.

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
import { type DemoScoring, provideScoring } from './demo-scoring.ts'
import { type DemoMember, ensureDemoStaff, notedPasswords } from './demo-staff.ts'
import { startSmileIdSimulator } from './smile-id-simulator/simulator.ts'
import type { Delivery } from './webhook-receiver/delivery.ts'
import type { WebhookReceiver } from './webhook-receiver/receiver.ts'

export interface Demo {
  readonly server: Pick<RunningServer, 'url' | 'reloadTls'>
  readonly keys: DemoKeys
  readonly staff: readonly DemoMember[]
  /** Whether the identity provider is the stand-in, and not one that the settings name. */
  readonly hasStandIn: boolean
  readonly receiver: Pick<WebhookReceiver, 'url'>
  /** Of the scoring engine that stands in; undefined where the settings name one. */
  readonly scoringUrl: string | undefined
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
    const scoring = await provideScoring(standIn.settings, { ...standIn, log: audience.log })
    running.defer(() => scoring.close())
    const receiver = await startDemoReceiver(config, readDemoNotes(config), audience)
    running.defer(() => receiver.close())
    const { server, keys, staff } = await startServer(scoring, audience.log, receiver)
    running.defer(() => server.stop())
    const hasStandIn = standIn.settings !== loaded
    const stop = () => running.disposeAsync()
    return { server, keys, staff, hasStandIn, receiver, scoringUrl: scoring.url, stop }
  } catch (error) {
    await running.disposeAsync()
    throw error
  }
}

interface Provision {
  readonly settings: Settings
  /** What was stated as the document number of a check. */
  readonly statedNumber: (jobId: string) => string | undefined
  close(): Promise<void>
}

/** Starts the stand-in and points the settings at it, unless they name a provider themselves. */
async function provideProvider(loaded: Settings): Promise<Provision> {
  const { config, secrets } = loaded
  if (config.smile !== undefined) {
    return { settings: loaded, statedNumber: () => undefined, close: async () => {} }
  }
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
    statedNumber: (jobId) => simulator.statedNumber(jobId),
    close: () => simulator.close(),
  }
}

/** Of the demo's own master key, so that the folder tells nothing of people without that file. */
function ledgerKeyOf({ masterKeyFile }: Pick<Config, 'masterKeyFile'>): Buffer {
  const { bytes } = readMasterKey(masterKeyFile)
  return Buffer.from(hkdfSync('sha256', bytes, Buffer.alloc(0), 'svc 1 demo ledger', 32))
}

async function startServer(scoring: DemoScoring, log: Log, receiver: DemoReceiver) {
  const { config, secrets } = scoring.settings
  const { wrapOutside } = scoring
  const settings = { config: await withPort(config), secrets }
  const appliance = await openAppliance(settings, { log, wrapOutside })
  try {
    receiver.trust(appliance)
    const keys = await ensureDemoKeys(appliance, readDemoNotes(config))
    const staff = await ensureDemoStaff(appliance, readDemoNotes(config))
    const server = await serve(appliance)
    writeDemoNotes(config, {
      url: server.url,
      sandboxKey: keys.sandbox,
      liveKey: keys.live,
      staffPasswords: notedPasswords(staff),
      webhookReceiverPort: receiver.port,
    })
    return { server, keys, staff }
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
