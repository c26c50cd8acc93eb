// Starts the demo: a real appliance on this machine with simulators for the identity provider, the
// scoring engine and a client's webhook receiver, in its own folder, with API keys ready to use.
// `npm start` runs it.

import { hkdfSync } from 'node:crypto'
import { join } from 'node:path'
import { openAppliance } from '../appliance.ts'
import { type Config, type LoadedSettings, listeningAt } from '../config.ts'
import { readMasterKey } from '../crypto/master-key.ts'
import { holdServerLock } from '../db/server-lock.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { assertPortFree } from '../operations/assert-port-free.ts'
import { findFreePort } from '../operations/find-free-port.ts'
import { type RunningServer, serve } from '../serve.ts'
import { consoleOriginOf } from './console-address.ts'
import { ensureDemoBackupKey } from './demo-backup-key.ts'
import { claimDemoFolder } from './demo-folder.ts'
import { type DemoKeys, ensureDemoKeys } from './demo-keys.ts'
import { readDemoNotes, writeDemoNotes } from './demo-notes.ts'
import { provideProvider } from './demo-provider.ts'
import { type DemoReceiver, startDemoReceiver } from './demo-receiver.ts'
import { type DemoScoring, provideScoring } from './demo-scoring.ts'
import { effectiveInDemo } from './demo-settings.ts'
import { type DemoUser, ensureDemoUsers, notedPasswords } from './demo-users.ts'
import { inventedOutcomes, seedCountDefault } from './seed-demo.ts'
import { seedFolderOnce } from './seed-folder.ts'
import { seedInChild } from './seed-in-child.ts'
import type { RecordedDelivery } from './webhook-receiver/delivery.ts'
import type { WebhookReceiver } from './webhook-receiver/receiver.ts'

export interface Demo {
  readonly server: Pick<RunningServer, 'url' | 'reloadTls'>
  /** URL of the console; no slash at the end. */
  readonly consoleOrigin: string
  readonly keys: DemoKeys
  readonly users: readonly DemoUser[]
  /** Whether the identity provider is the simulator, and not one that the settings name. */
  readonly hasStandIn: boolean
  readonly receiver: Pick<WebhookReceiver, 'url'>
  /** URL of the simulated scoring engine; undefined where the settings name one. */
  readonly scoringUrl: string | undefined
  /** Whether the folder contains the invented fortnight. */
  readonly isSeeded: boolean
  stop(): Promise<void>
}

/** Callbacks for what happens in the demo. */
export interface DemoListeners {
  readonly log: Log
  /** Called for each delivery at the webhook receiver. */
  readonly onDelivery: (delivery: RecordedDelivery) => void
  /** Called with the progress of seeding a fresh folder. */
  readonly onSeeding: (done: number, total: number) => void
}

export interface DemoOptions {
  /** Number of verifications to seed in a fresh folder; 0 for none. */
  readonly seedCount?: number
  /** Aborts the seeding; the next start begins again. */
  readonly signal?: AbortSignal
}

type Settings = Pick<LoadedSettings, 'config' | 'secrets' | 'effective'>

/**
 * Resolves when the server accepts requests. `loaded` are settings of the profile `demo`.
 * @throws AppError `conflict`, ServerLockedError, and whatever opening an appliance throws
 */
export async function startDemo(
  loaded: Settings,
  listeners: DemoListeners,
  options: DemoOptions = {},
): Promise<Demo> {
  const { config } = loaded
  claimDemoFolder(config)
  const running = new AsyncDisposableStack()
  try {
    // The demo's own lock, because the simulator's ledger is opened before the server takes its
    // lock.
    const lock = holdServerLock(join(config.dataDir, 'demo.lock'))
    running.defer(() => lock.release())
    lock.writeHolder({ url: undefined, publicUrl: undefined })
    await assertPortFree(config.host, config.port)
    await ensureDemoBackupKey(config)
    await seed(loaded, listeners, options)
    const standIn = await provideProvider(loaded, {
      clock: systemClock,
      ledgerFile: join(config.dataDir, 'smile-id-ledger.jsonl'),
      ledgerKey: ledgerKeyOf(config),
      outcome: inventedOutcomes({
        count: options.seedCount || seedCountDefault,
        nowMs: systemClock.now(),
      }),
    })
    running.defer(() => standIn.close())
    const scoring = await provideScoring(standIn.settings, {
      ...standIn,
      clock: systemClock,
      log: listeners.log,
      portBefore: readDemoNotes(config).scoringEnginePort,
    })
    running.defer(() => scoring.close())
    const receiver = await startDemoReceiver(config, readDemoNotes(config), listeners)
    running.defer(() => receiver.close())
    const { server, consoleOrigin, keys, users } = await startServer(
      loaded,
      scoring,
      listeners.log,
      receiver,
    )
    running.defer(() => server.stop())
    lock.writeHolder({ url: server.url, publicUrl: consoleOrigin })
    return {
      server,
      consoleOrigin,
      keys,
      users,
      receiver,
      hasStandIn: standIn.isStandIn,
      scoringUrl: scoring.url,
      isSeeded: readDemoNotes(config).invented === 'whole',
      stop: () => running.disposeAsync(),
    }
  } catch (error) {
    await running.disposeAsync()
    throw error
  }
}

function seed(
  loaded: Settings,
  { onSeeding: onProgress }: DemoListeners,
  { seedCount: count = seedCountDefault, signal = new AbortController().signal }: DemoOptions,
): Promise<void> {
  const plan = { count, nowMs: systemClock.now(), onProgress, signal }
  return seedFolderOnce(loaded, plan, seedInChild)
}

/**
 * Derives the ledger's key from the demo's master key, so that without that file the folder
 * discloses nothing about people.
 */
function ledgerKeyOf({ masterKeyFile }: Pick<Config, 'masterKeyFile'>): Buffer {
  const { bytes } = readMasterKey(masterKeyFile)
  return Buffer.from(hkdfSync('sha256', bytes, Buffer.alloc(0), 'svc 1 demo ledger', 32))
}

async function startServer(
  loaded: Settings,
  scoring: DemoScoring,
  log: Log,
  receiver: DemoReceiver,
) {
  const { secrets } = scoring.settings
  const config = await withConsoleAddress(await withPort(scoring.settings.config), loaded)
  const { wrapServices } = scoring
  const settings = { config, secrets, effective: effectiveInDemo(loaded, config) }
  const appliance = await openAppliance(settings, { log, wrapServices })
  try {
    receiver.trust(appliance)
    const keys = await ensureDemoKeys(appliance, readDemoNotes(config))
    const users = await ensureDemoUsers(appliance, readDemoNotes(config))
    const server = await serve(appliance)
    const { invented } = readDemoNotes(config)
    writeDemoNotes(config, {
      ...(invented && { invented }),
      url: server.url,
      sandboxKey: keys.sandbox,
      liveKey: keys.live,
      ...notedPasswords(users),
      webhookReceiverPort: receiver.port,
      ...(scoring.url && { scoringEnginePort: Number(new URL(scoring.url).port) }),
    })
    return { server, consoleOrigin: config.publicUrl, keys, users }
  } catch (error) {
    await appliance.close()
    throw error
  }
}

/** Chooses the port before anyone listens on it, because the simulator needs the callback URL. */
async function withPort(config: Config): Promise<Config> {
  return config.port === 0 ? listeningAt(config, await findFreePort(config.host)) : config
}

/**
 * Uses the console's address as the public URL unless the settings name one, because links in
 * invitations must open the console there.
 */
async function withConsoleAddress(
  config: Config,
  { effective }: Pick<LoadedSettings, 'effective'>,
): Promise<Config> {
  const isChosen = effective.some(
    ({ name, origin }) => name === 'SVC_PUBLIC_URL' && origin !== 'default',
  )
  return isChosen ? config : { ...config, publicUrl: await consoleOriginOf(config.publicUrl) }
}
