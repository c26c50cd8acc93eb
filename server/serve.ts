// Runs an appliance: takes the lock on its folder, then starts its jobs, webhooks, HTTP server and schedule. Used
// by `svc serve` and by tests.

import type { Appliance } from './appliance.ts'
import { publishHead } from './audit/publish-head.ts'
import { holdServerLock, type ServerLock, serverLockFile } from './db/server-lock.ts'
import { Dispatcher } from './deliveries/dispatcher.ts'
import { markInterruptedCalls } from './egress/mark-interrupted.ts'
import { createHttpApp } from './http/app.ts'
import { createSessionGuard } from './http/create-session-guard.ts'
import { listen } from './http/listen.ts'
import { sweepImages } from './images/sweep-images.ts'
import { jobHandlers } from './job-handlers.ts'
import { JobRunner } from './jobs/job-runner.ts'
import { newId } from './kernel/ids.ts'
import { explainKey } from './keys/explain-key.ts'
import { findApiKey } from './keys/find-api-key.ts'
import { attestEarlier } from './operations/attest-earlier.ts'
import { AuditCopier } from './operations/audit-copier.ts'
import { recordSettings } from './operations/record-settings.ts'
import { routes } from './routes.ts'
import { startSchedule } from './schedule.ts'
import { settingsInForce } from './settings/settings-in-force.ts'

export interface RunningServer {
  readonly url: string
  readonly port: number
  readonly jobs: JobRunner
  readonly deliveries: Dispatcher
  /** undefined if no copy of the audit log is configured. */
  readonly auditCopier: AuditCopier | undefined
  reloadTls(): Promise<void>
  /**
   * Accepts no more requests, finishes requests and jobs within the configured time or hands the jobs back, and
   * closes the appliance. Safe to call twice.
   */
  stop(): Promise<void>
}

/** @throws ServerLockedError if another server runs on this folder; the appliance stays open */
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
  lock.writeHolder({ url: undefined, publicUrl: undefined })
  await appliance.files.prepare()
  await markInterruptedCalls(appliance)
  await recordSettings(appliance, settingsInForce(appliance.about.settings, appliance.secrets))
  const jobs = new JobRunner({
    ...appliance,
    handlers: jobHandlers(appliance),
    bootId: newId('boot', startedAt),
    concurrency: config.jobConcurrency,
  })
  appliance.onJobsWaiting(() => jobs.wake())
  const deliveries = new Dispatcher(appliance)
  appliance.onDeliveriesWaiting((webhookIds, priority) => deliveries.wake(webhookIds, priority))
  const app = createHttpApp({
    ...appliance,
    findApiKey: (keyText) => findApiKey(appliance, keyText),
    routes: routes(appliance),
    refusalCounting: {
      refusals: appliance.refusals,
      explainKey: (keyText) => explainKey(appliance, keyText),
    },
    sessionGuard: createSessionGuard(appliance),
  })
  const { tls, ...limits } = config
  const listener = await listen({ app, clock, log }, tls ? { ...limits, tls } : limits)
  appliance.ownPorts.add(listener.port)
  lock.writeHolder({ url: listener.url, publicUrl: config.publicUrl })
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

/** Writes the remaining counts of refused requests. A database error must not keep the server from stopping. */
async function flushRefusals({ refusals, log }: Appliance): Promise<void> {
  await refusals.flush().catch((error: unknown) => log.error('record_refusals_failed', {}, error))
}

/** Adds missing audit entries after an upgrade. A stop leaves the rest to the next start. Returns the stop function. */
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

/** Deletes image files that a crash before this start left without a row. */
function sweepInBackground(appliance: Appliance, startedAt: number): void {
  sweepImages(appliance, startedAt).then(
    (count) => {
      if (count > 0) appliance.log.info('evidence_swept', { count })
    },
    (error: unknown) => appliance.log.error('evidence_sweep_failed', {}, error),
  )
}
