// Runs an appliance: takes the lock on its folder, then starts its jobs, webhooks, HTTP server and schedule. Used
// by `svc serve` and by tests.

import type { Appliance } from './appliance.ts'
import { publishHead } from './audit/publish-head.ts'
import { createSessionGuard } from './console-api/create-session-guard.ts'
import { holdServerLock, type ServerLock, serverLockFile } from './db/server-lock.ts'
import type { Dispatcher } from './deliveries/dispatcher.ts'
import { markInterruptedCalls } from './egress/mark-interrupted.ts'
import { listen } from './http/listen.ts'
import { sweepImages } from './images/sweep-images.ts'
import type { JobRunner } from './jobs/job-runner.ts'
import { explainKey } from './keys/explain-key.ts'
import { findApiKey } from './keys/find-api-key.ts'
import { shareLookups } from './keys/share-lookups.ts'
import { createApp } from './mount-routes.ts'
import { AuditCopier } from './operations/audit-copier.ts'
import { recordSettings } from './operations/record-settings.ts'
import { routes } from './routes.ts'
import { settingsInForce } from './settings/settings-in-force.ts'
import { readTlsFiles } from './settings/tls-files.ts'
import { startWork, type WorkOptions } from './start-work.ts'

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
export async function serve(
  appliance: Appliance,
  work: WorkOptions = { runsSchedule: true },
): Promise<RunningServer> {
  const lock = holdServerLock(serverLockFile(appliance.config.dataDir))
  try {
    return await startServing(appliance, lock, work)
  } catch (error) {
    lock.release()
    throw error
  }
}

async function startServing(
  appliance: Appliance,
  lock: ServerLock,
  options: WorkOptions,
): Promise<RunningServer> {
  const { config, clock, log } = appliance
  const startedAt = clock.now()
  lock.writeHolder({ url: undefined, publicUrl: undefined })
  appliance.db.runInThreads(log)
  await appliance.files.prepare()
  await markInterruptedCalls(appliance)
  await recordSettings(appliance, settingsInForce(appliance.about.settings, appliance.secrets))
  const app = createApp({
    ...appliance,
    findApiKey: shareLookups((keyText) => findApiKey(appliance, keyText)),
    routes: routes(appliance),
    refusalCounting: {
      refusals: appliance.refusals,
      explainKey: (keyText) => explainKey(appliance, keyText),
    },
    sessionGuard: createSessionGuard(appliance),
  })
  const { tls } = config
  const readTls = tls && (() => readTlsFiles(tls))
  const listener = await listen({ app, clock, log }, { ...config, ...(readTls && { readTls }) })
  appliance.ownPorts.add(listener.port)
  lock.writeHolder({ url: listener.url, publicUrl: config.publicUrl })
  const work = await startWork(appliance, options).catch(async (error: unknown) => {
    await listener.stop(0)
    throw error
  })
  const auditCopier = config.auditCopy && new AuditCopier(appliance, config.auditCopy)
  auditCopier?.start()
  sweepInBackground(appliance, startedAt)
  log.info('started', { host: config.host, port: listener.port })
  await publishHead(appliance)

  let stopped: Promise<void> | undefined
  async function stop(): Promise<void> {
    await work.stopSchedule()
    const { stopTimeoutMs } = config
    await Promise.all([listener.stop(stopTimeoutMs), work.stop(stopTimeoutMs)])
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
    jobs: work.jobs,
    deliveries: work.deliveries,
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

/** Deletes image files that a crash before this start left without a row. */
function sweepInBackground(appliance: Appliance, startedAt: number): void {
  sweepImages(appliance, startedAt).then(
    (count) => {
      if (count > 0) appliance.log.info('images_swept', { count })
    },
    (error: unknown) => appliance.log.error('image_sweep_failed', {}, error),
  )
}
