// The demo: a real appliance on this machine, beside it stand-ins for the identity provider, the scoring
// engine and a client's webhook receiver, in a folder of its own, with keys ready to use. What `npm start` runs.

import { hkdfSync } from 'node:crypto'
import { join } from 'node:path'
import { openAppliance } from '../appliance.ts'
import { type Config, type LoadedSettings, listeningAt } from '../config.ts'
import { readMasterKey } from '../crypto/master-key.ts'
import { holdServerLock } from '../db/server-lock.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { findFreePort } from '../operations/find-free-port.ts'
import { type RunningServer, serve } from '../serve.ts'
import { consoleOriginOf } from './console-address.ts'
import { claimDemoFolder } from './demo-folder.ts'
import { type DemoKeys, ensureDemoKeys } from './demo-keys.ts'
import { readDemoNotes, writeDemoNotes } from './demo-notes.ts'
import { provideProvider } from './demo-provider.ts'
import { type DemoReceiver, startDemoReceiver } from './demo-receiver.ts'
import { type DemoScoring, provideScoring } from './demo-scoring.ts'
import { effectiveInDemo } from './demo-settings.ts'
import { type DemoMember, ensureDemoStaff, notedPasswords } from './demo-staff.ts'
import { seedApart } from './seed-apart.ts'
import { inventedOutcomes, seedCountDefault } from './seed-demo.ts'
import { seedFolderOnce } from './seed-folder.ts'
import type { Delivery } from './webhook-receiver/delivery.ts'
import type { WebhookReceiver } from './webhook-receiver/receiver.ts'

export interface Demo {
  readonly server: Pick<RunningServer, 'url' | 'reloadTls'>
  /** Where people open the console; no slash at the end. */
  readonly consoleOrigin: string
  readonly keys: DemoKeys
  readonly staff: readonly DemoMember[]
  /** Whether the identity provider is the stand-in, and not one that the settings name. */
  readonly hasStandIn: boolean
  readonly receiver: Pick<WebhookReceiver, 'url'>
  /** Of the scoring engine that stands in; undefined where the settings name one. */
  readonly scoringUrl: string | undefined
  /** Whether the folder holds the invented fortnight. */
  readonly isSeeded: boolean
  stop(): Promise<void>
}

/** Who is told what goes on. */
export interface DemoAudience {
  readonly log: Log
  /** What arrives at the webhook receiver. */
  readonly onDelivery: (delivery: Delivery) => void
  /** How far the invented fortnight of a fresh folder has come. */
  readonly onSeeding: (done: number, total: number) => void
}

export interface DemoOptions {
  /** How many verifications a fresh folder is given; 0 for none. */
  readonly seedCount?: number
  /** Ends the seeding; the next start begins it anew. */
  readonly signal?: AbortSignal
}

type Settings = Pick<LoadedSettings, 'config' | 'secrets' | 'effective'>

/**
 * `loaded` are settings of the profile `demo`. Ready for requests once it resolves.
 * @throws AppError `conflict`, ServerLockedError, and what opening an appliance throws
 */
export async function startDemo(
  loaded: Settings,
  audience: DemoAudience,
  options: DemoOptions = {},
): Promise<Demo> {
  const { config } = loaded
  claimDemoFolder(config)
  const running = new AsyncDisposableStack()
  try {
    // The stand-in's ledger is open before the server takes its own lock.
    const lock = holdServerLock(join(config.dataDir, 'demo.lock'))
    running.defer(() => lock.release())
    lock.tell({ url: undefined, publicUrl: undefined })
    await seed(loaded, audience, options)
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
      log: audience.log,
      portBefore: readDemoNotes(config).scoringEnginePort,
    })
    running.defer(() => scoring.close())
    const receiver = await startDemoReceiver(config, readDemoNotes(config), audience)
    running.defer(() => receiver.close())
    const { server, consoleOrigin, keys, staff } = await startServer(
      loaded,
      scoring,
      audience.log,
      receiver,
    )
    running.defer(() => server.stop())
    lock.tell({ url: server.url, publicUrl: consoleOrigin })
    return {
      server,
      consoleOrigin,
      keys,
      staff,
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
  { onSeeding: onProgress }: DemoAudience,
  { seedCount: count = seedCountDefault, signal = new AbortController().signal }: DemoOptions,
): Promise<void> {
  const plan = { count, nowMs: systemClock.now(), onProgress, signal }
  return seedFolderOnce(loaded, plan, seedApart)
}

/** Of the demo's own master key, so that the folder tells nothing of people without that file. */
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
  const { wrapOutside } = scoring
  const settings = { config, secrets, effective: effectiveInDemo(loaded, config) }
  const appliance = await openAppliance(settings, { log, wrapOutside })
  try {
    receiver.trust(appliance)
    const keys = await ensureDemoKeys(appliance, readDemoNotes(config))
    const staff = await ensureDemoStaff(appliance, readDemoNotes(config))
    const server = await serve(appliance)
    const { invented } = readDemoNotes(config)
    writeDemoNotes(config, {
      ...(invented && { invented }),
      url: server.url,
      sandboxKey: keys.sandbox,
      liveKey: keys.live,
      staffPasswords: notedPasswords(staff),
      webhookReceiverPort: receiver.port,
      ...(scoring.url && { scoringEnginePort: Number(new URL(scoring.url).port) }),
    })
    return { server, consoleOrigin: config.publicUrl, keys, staff }
  } catch (error) {
    await appliance.close()
    throw error
  }
}

/** The stand-in calls back, so the port must be known before anyone listens on it. */
async function withPort(config: Config): Promise<Config> {
  return config.port === 0 ? listeningAt(config, await findFreePort(config.host)) : config
}

/** Unless the settings name it: links that are handed on have to lead to where people open the console. */
async function withConsoleAddress(
  config: Config,
  { effective }: Pick<LoadedSettings, 'effective'>,
): Promise<Config> {
  const isChosen = effective.some(
    ({ name, origin }) => name === 'SVC_PUBLIC_URL' && origin !== 'default',
  )
  return isChosen ? config : { ...config, publicUrl: await consoleOriginOf(config.publicUrl) }
}
