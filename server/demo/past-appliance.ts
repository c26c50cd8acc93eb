// An appliance that lives in the past: the demo's own folder, everything of the outside world standing in,
// and one clock for all of it that is moved from one happening to the next. It works jobs and sends
// webhooks as a server does, and listens to nobody.

import { type Appliance, openAppliance } from '../appliance.ts'
import type { LoadedSettings } from '../config.ts'
import { holdServerLock, serverLockFile } from '../db/server-lock.ts'
import { jobHandlers } from '../job-handlers.ts'
import { JobRunner } from '../jobs/job-runner.ts'
import { newId } from '../kernel/ids.ts'
import type { Log } from '../kernel/log.ts'
import { Dispatcher } from '../webhooks/dispatcher.ts'
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
  /** Lets time go by until then, and what has fallen due be done. */
  reach(instantMs: number): Promise<void>
  /** Resolves when nothing is under way. */
  settle(): Promise<void>
  close(): Promise<void>
}

export interface PastSetting {
  readonly startMs: number
  /** How the identity provider decides. */
  readonly outcome: OutcomePolicy
  /** The document numbers of those for whom no scoring engine can be reached. */
  readonly withoutEngine: ReadonlySet<string>
  readonly log: Log
}

type Settings = Pick<LoadedSettings, 'config' | 'secrets'>

/** The machine's result comes fast; a person takes most of an hour. */
const resultDelayMs = 5_000
const reviewDelayMs = 40 * 60_000

/** @throws ServerLockedError, and what opening an appliance throws */
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
    const { settings, wrapOutside } = scoring
    const appliance = await openAppliance(settings, { clock, log, wrapOutside })
    running.defer(() => appliance.close())
    // Commits need not outlive a power cut: a fortnight that was cut off is lived through anew. Closing the
    // database puts all of it on the disk.
    appliance.db.commitLazily()
    const lock = holdServerLock(serverLockFile(loaded.config.dataDir))
    running.defer(() => lock.release())
    secretsFor = webhookSecretsAt(appliance, receiver.port)
    const { settle, stop } = await startWork(appliance)
    running.defer(stop)
    return {
      appliance,
      clock,
      receiver,
      settle,
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

async function startWork(appliance: Appliance) {
  await appliance.files.prepare()
  const jobs = new JobRunner({
    ...appliance,
    handlers: jobHandlers(appliance),
    bootId: newId('boot', appliance.clock.now()),
    concurrency: appliance.config.jobConcurrency,
  })
  appliance.onJobsWaiting(() => jobs.wake())
  const deliveries = new Dispatcher(appliance)
  appliance.onDeliveriesWaiting((webhookIds, lane) => deliveries.wake(webhookIds, lane))
  await jobs.start()
  deliveries.start()
  return {
    async settle() {
      await jobs.idle()
      await deliveries.idle()
    },
    // Nothing is under way by then, so nothing is waited for.
    stop: async () => void (await Promise.all([jobs.stop(0), deliveries.stop(0)])),
  }
}
