// Starts what an appliance does by itself: jobs, deliveries and the schedule. Shared by `serve` and by the demo,
// which runs its invented past without listening.

import type { Appliance } from './appliance.ts'
import { Dispatcher } from './deliveries/dispatcher.ts'
import { leaseTimeOf } from './deliveries/lease-time.ts'
import { findOutgoingPause } from './egress/outgoing-pause-view.ts'
import { jobHandlers } from './job-handlers.ts'
import { JobRunner } from './jobs/job-runner.ts'
import type { Cancel } from './kernel/clock.ts'
import { environments } from './kernel/environment.ts'
import { providerLine, retryWithProvider } from './provider-line.ts'
import { planSchedule, startSchedule } from './schedule.ts'
import { listAllWebhooks } from './webhooks/webhook-store.ts'

interface Work {
  readonly jobs: JobRunner
  readonly deliveries: Dispatcher
  /** Resolves when no job and no delivery is under way. */
  settle(): Promise<void>
  /** Starts no more scheduled tasks and waits for those under way. Call it before `stop`. */
  stopSchedule(): Promise<void>
  /** Waits up to `timeoutMs` for the jobs and deliveries under way, and hands back the jobs that take longer. */
  stop(timeoutMs: number): Promise<void>
}

export interface WorkOptions {
  /**
   * Whether the lock of the data folder proves that no other server works on the database. Default: true with SQLite,
   * whose database is in that folder.
   */
  readonly isAlone?: boolean
  /** False where the clock is not the machine's, which the schedule follows: in tests and in the demo's past. */
  readonly runsSchedule: boolean
}

export async function startWork(
  appliance: Appliance,
  { runsSchedule }: WorkOptions,
): Promise<Work> {
  const { clock, config, node, provider } = appliance
  const jobs = new JobRunner({
    ...appliance,
    handlers: jobHandlers(appliance),
    concurrency: config.jobConcurrency,
    ...(provider && { line: providerLine({ ...appliance, provider }) }),
  })
  appliance.onJobsWaiting(() => jobs.wake())
  provider?.onBack?.(() => retryWithProvider(appliance))
  node.onLook(() => jobs.look())
  node.onExpiry(() => jobs.loseLease())
  const deliveries = new Dispatcher({ ...appliance, leaseTime: leaseTimeOf(appliance) })
  node.onExpiry(() => deliveries.loseLeases())
  appliance.onDeliveriesWaiting((webhookIds, priority) => deliveries.wake(webhookIds, priority))
  planSchedule(appliance)
  let stopSchedule = async () => {}
  let cancelPreparing: Cancel = () => {}
  const paused = await startUnlessPaused(appliance, async () => {
    await jobs.start()
    deliveries.start()
    cancelPreparing = clock.after(prepareSenderAfterMs, () => {
      // A failure shows again with the first delivery.
      prepareSender(appliance).catch(() => undefined)
    })
    if (runsSchedule) stopSchedule = startSchedule(appliance)
  })
  return {
    jobs,
    deliveries,
    async settle() {
      await jobs.idle()
      await deliveries.idle()
    },
    async stopSchedule() {
      await paused.end()
      await stopSchedule()
    },
    async stop(timeoutMs) {
      cancelPreparing()
      await Promise.all([jobs.stop(timeoutMs), deliveries.stop(timeoutMs)])
    },
  }
}

/** Milliseconds from the start to the loading of the HTTP client, which must not slow the start. */
const prepareSenderAfterMs = 3_000

/** Loads the HTTP client if there is a webhook to send to. */
async function prepareSender({ db, webhookSender }: Appliance): Promise<void> {
  const lists = await Promise.all(environments.map((one) => listAllWebhooks(db.reader, one)))
  if (lists.some((webhooks) => webhooks.length > 0)) await webhookSender.prepare()
}

const lookEveryMs = 2_000

/**
 * Starts the work now or, after a restore, once an operator has resumed outgoing calls (`svc resume-outgoing`).
 * @returns `end` gives up waiting
 */
async function startUnlessPaused(
  { db, clock, log }: Appliance,
  start: () => Promise<void>,
): Promise<{ end(): Promise<void> }> {
  const isPaused = async () => (await findOutgoingPause(db.reader)) !== undefined
  if (!(await isPaused())) {
    await start()
    return { end: async () => {} }
  }
  log.warn('outgoing_paused')
  let isEnded = false
  let looking = Promise.resolve()
  const look = async () => {
    if (isEnded) return
    if (await isPaused()) return wait()
    log.info('outgoing_resumed')
    await start()
  }
  const wait = () => {
    cancel = clock.after(lookEveryMs, () => {
      looking = look().catch((error: unknown) => {
        log.error('outgoing_pause_unknown', {}, error)
        wait()
      })
    })
  }
  let cancel = () => {}
  wait()
  return {
    async end() {
      isEnded = true
      cancel()
      await looking
    },
  }
}
