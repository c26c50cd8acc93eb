// An appliance in the past: the demo's own folder, with simulators for all external services and
// one clock for all of it that is moved from one action to the next. It processes jobs and sends
// webhooks like a server, but does not listen.

import { type Appliance, openAppliance } from '../appliance.ts'
import type { LoadedSettings } from '../config.ts'
import { holdServerLock, serverLockFile } from '../db/server-lock.ts'
import type { Log } from '../kernel/log.ts'
import { openMrzReader } from '../mrz/open-mrz-reader.ts'
import { startWork } from '../start-work.ts'
import { type DemoProvider, startStandIn } from './demo-provider.ts'
import { provideScoring } from './demo-scoring.ts'
import { webhookSecretsAt } from './demo-webhook-secrets.ts'
import { openPastClock, type PastClock } from './past-clock.ts'
import type { OutcomePolicy } from './smile-id-simulator/outcomes.ts'
import type { SecretsFor } from './webhook-receiver/receive.ts'
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver/receiver.ts'

export interface PastAppliance {
  readonly appliance: Appliance
  readonly clock: Pick<PastClock, 'now'>
  readonly receiver: Pick<WebhookReceiver, 'url' | 'port'>
  /** Moves the clock to `instantMs` and waits until all work that fell due is done. */
  reach(instantMs: number): Promise<void>
  /** Resolves when no job and no delivery is under way. */
  settle(): Promise<void>
  /** Whether the documents of the verifications to come are read; not at first. */
  readDocuments(isOn: boolean): void
  close(): Promise<void>
}

interface PastSetting {
  readonly startMs: number
  /** Decides the outcomes of the simulated identity provider. */
  readonly outcome: OutcomePolicy
  /** Document numbers for which the scoring engine is unreachable. */
  readonly withoutEngine: ReadonlySet<string>
  readonly log: Log
}

type Settings = Pick<LoadedSettings, 'config' | 'secrets'>

/** Automatic results come fast; a human review takes most of an hour. */
const resultDelayMs = 5_000
const reviewDelayMs = 40 * 60_000

/** @throws ServerLockedError, and whatever opening an appliance throws */
export async function openPastAppliance(
  loaded: Settings,
  setting: PastSetting,
): Promise<PastAppliance> {
  const clock = openPastClock(setting.startMs)
  const running = new AsyncDisposableStack()
  try {
    const { outcome, log } = setting
    const options = { clock, outcome, resultDelayMs, reviewDelayMs }
    const provider = await startStandIn(loaded, options)
    running.defer(() => provider.close())
    const scoring = await startScoring(provider, clock, setting)
    running.defer(() => scoring.close())
    let secretsFor: SecretsFor = () => []
    const receiver = await startWebhookReceiver({ clock, secretsFor: (to) => secretsFor(to) })
    running.defer(() => receiver.close())
    const { settings, wrapServices } = scoring
    // Half a second a picture would be minutes for a fortnight of them.
    let isReading = false
    const config = {
      ...settings.config,
      faces: undefined,
      get documentReading() {
        return isReading ? 'warn' : 'off'
      },
    } as const
    const appliance = await openAppliance(
      { ...settings, config },
      { clock, log, wrapServices, mrzReader: openReader(clock) },
    )
    running.defer(() => appliance.close())
    // Commits need not survive a power cut, because an interrupted seeding starts again. Closing
    // the database writes everything to disk.
    appliance.db.commitLazily()
    const lock = holdServerLock(serverLockFile(loaded.config.dataDir))
    running.defer(() => lock.release())
    secretsFor = webhookSecretsAt(appliance, receiver.port)
    await appliance.files.prepare()
    await appliance.node.join({ isAlone: true })
    running.defer(() => appliance.node.leave())
    const { settle, stop } = await startWork(appliance, { runsSchedule: false })
    // By then no work is under way, so there is nothing to wait for.
    running.defer(() => stop(0))
    return {
      appliance,
      clock,
      receiver,
      settle,
      readDocuments(isOn) {
        isReading = isOn
      },
      async reach(instantMs) {
        clock.moveTo(instantMs)
        await settle()
      },
      close: () => running.disposeAsync(),
    }
  } catch (error) {
    await running.disposeAsync()
    throw error
  }
}

/** Nobody waits in the past, and on a slow machine it is to hold the same readings. */
function openReader(clock: PastClock) {
  const today = () => new Date(clock.now())
  return openMrzReader({ today, limits: { orderMsMax: 600_000 }, tryingMsMax: 120_000 })
}

function startScoring(
  { settings: { config, secrets }, statedNumber }: DemoProvider,
  clock: PastClock,
  { withoutEngine, log }: PastSetting,
) {
  return provideScoring(
    { config: { ...config, scoring: undefined }, secrets },
    {
      clock,
      log,
      statedNumber(jobId) {
        const number = statedNumber(jobId)
        return number !== undefined && withoutEngine.has(number) ? 'DEMO-SCORE-DOWN' : number
      },
    },
  )
}
