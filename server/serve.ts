// Runs an appliance: takes the lock on its folder, works its jobs, sends its webhooks, listens, keeps the
// schedule; stopping undoes all of it in reverse. What `svc serve` runs and what tests start.

import type { Appliance } from './appliance.ts'
import { publishHead } from './audit/publish-head.ts'
import { holdServerLock, type ServerLock, serverLockFile } from './db/server-lock.ts'
import { sweepEvidence } from './evidence/sweep-evidence.ts'
import { createHttpApp } from './http/app.ts'
import { createDoorkeeper } from './http/doorkeeper.ts'
import { listen } from './http/listen.ts'
import { jobHandlers } from './job-handlers.ts'
import { JobRunner } from './jobs/job-runner.ts'
import { newId } from './kernel/ids.ts'
import { explainKey } from './keys/explain-key.ts'
import { findCaller } from './keys/find-caller.ts'
import { attestEarlier } from './operations/attest-earlier.ts'
import { AuditCopier } from './operations/audit-copier.ts'
import { recordSettings } from './operations/record-settings.ts'
import { cutOffBegunCalls } from './outbound/cut-off-begun.ts'
import { endpoints } from './routes.ts'
import { startSchedule } from './schedule.ts'
import { settingsInForce } from './settings/settings-in-force.ts'
import { Dispatcher } from './webhooks/dispatcher.ts'

export interface RunningServer {
  readonly url: string
  readonly port: number
  readonly jobs: JobRunner
  readonly deliveries: Dispatcher
  /** undefined where the audit log is copied nowhere. */
  readonly auditCopier: AuditCopier | undefined
  reloadTls(): Promise<void>
  /**
   * Takes no more requests, finishes or hands back what is under way within the configured time,
   * closes the appliance. Safe to call twice.
   */
  stop(): Promise<void>
}

/** @throws ServerLockedError when another server runs on this folder; the appliance stays open. */
export async function serve(appliance: Appliance): Promise<RunningServer> {
  const lock = holdServerLock(serverLockFile(appliance.config.dataDir))
  try {
    return await startServing(appliance, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

async function startServing(appliance: Appliance, lock: ServerLock): Promise<RunningServer> {
  const { config, clock, log } = appliance
  const startedAt = clock.now()
  lock.tell({ url: undefined, publicUrl: undefined })
  await appliance.files.prepare()
  await cutOffBegunCalls(appliance)
  await recordSettings(appliance, settingsInForce(appliance.about.settings, appliance.secrets))
  const jobs = new JobRunner({
    ...appliance,
    handlers: jobHandlers(appliance),
    bootId: newId('boot', startedAt),
    concurrency: config.jobConcurrency,
  })
  appliance.onJobsWaiting(() => jobs.wake())
  const deliveries = new Dispatcher(appliance)
  appliance.onDeliveriesWaiting((webhookIds, lane) => deliveries.wake(webhookIds, lane))
  const app = createHttpApp({
    ...appliance,
    findCaller: (keyText) => findCaller(appliance, keyText),
    endpoints: endpoints(appliance),
    turnedAway: {
      refusals: appliance.refusals,
      explainKey: (keyText) => explainKey(appliance, keyText),
    },
    doorkeeper: createDoorkeeper(appliance),
  })
  const { tls, ...limits } = config
  const listener = await listen({ app, clock, log }, tls ? { ...limits, tls } : limits)
  appliance.ownPorts.add(listener.port)
  lock.tell({ url: listener.url, publicUrl: config.publicUrl })
  await jobs.start().catch(async (error: unknown) => {
    await listener.stop(0)
    throw error
  })
  deliveries.start()
  const auditCopier = config.auditCopy && new AuditCopier(appliance, config.auditCopy)
  auditCopier?.start()
  const stopSchedule = startSchedule(appliance)
  sweepInBackground(appliance, startedAt)
  const stopAttesting = attestInBackground(appliance)
  log.info('started', { host: config.host, port: listener.port })
  await publishHead(appliance)

  let stopped: Promise<void> | undefined
  async function stop(): Promise<void> {
    await stopSchedule()
    const { stopTimeoutMs } = config
    const parts = [listener, jobs, deliveries]
    await Promise.all([...parts.map((part) => part.stop(stopTimeoutMs)), stopAttesting()])
    await flushRefusals(appliance)
    await publishHead(appliance)
    await auditCopier?.stop(stopTimeoutMs)
    await appliance.close()
    lock.release()
    log.info('stopped')
  }
  return {
    url: listener.url,
    port: listener.port,
    jobs,
    deliveries,
    auditCopier,
    reloadTls: () => listener.reloadTls(),
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}

/** The last of them; a database that takes nothing more must not keep the server from stopping. */
async function flushRefusals({ refusals, log }: Appliance): Promise<void> {
  await refusals.flush().catch((error: unknown) => log.error('record_refusals_failed', {}, error))
}

/** After an upgrade alone; a stop leaves the rest to the next start. Returns what stops it. */
function attestInBackground(appliance: Appliance): () => Promise<void> {
  const stopping = new AbortController()
  const attesting = attestEarlier(appliance, stopping.signal).then(
    (count) => {
      if (count > 0) appliance.log.info('audit_attested', { count })
    },
    (error: unknown) => {
      if (!stopping.signal.aborted) appliance.log.error('audit_attesting_failed', {}, error)
    },
  )
  return () => {
    stopping.abort()
    return attesting
  }
}

/** Pictures that a crash left without a row are from before this start; nobody waits for their end. */
function sweepInBackground(appliance: Appliance, startedAt: number): void {
  sweepEvidence(appliance, startedAt).then(
    (count) => {
      if (count > 0) appliance.log.info('evidence_swept', { count })
    },
    (error: unknown) => appliance.log.error('evidence_sweep_failed', {}, error),
  )
}
