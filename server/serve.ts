// Runs an appliance: takes the lock on its folder, then starts its jobs, webhooks, HTTP server and schedule. Used
// by `svc serve` and by tests.

import type { Appliance } from './appliance.ts'
import { keepHeadMark, noticeLostEntries } from './audit/head-mark.ts'
import { publishHead } from './audit/publish-head.ts'
import { createSessionGuard } from './console-api/create-session-guard.ts'
import {
  holdServerLock,
  holdServerLockWhenFree,
  type ServerLock,
  serverLockFile,
} from './db/server-lock.ts'
import type { Dispatcher } from './deliveries/dispatcher.ts'
import { markInterruptedCalls } from './egress/mark-interrupted.ts'
import { readMeasuredModel } from './faces/measured-model.ts'
import { openHolderFile, recordCertificate, type WriteHolder } from './holder-file.ts'
import type { HttpApp } from './http/app.ts'
import { type Listener, listen } from './http/connections/listen.ts'
import type { JobRunner } from './jobs/job-runner.ts'
import { hasCode } from './kernel/has-code.ts'
import { explainKey } from './keys/explain-key.ts'
import { findApiKey } from './keys/find-api-key.ts'
import { shareLookups } from './keys/share-lookups.ts'
import type { Tracing } from './monitoring/open-tracing.ts'
import type { OpsListener } from './monitoring/ops-listener.ts'
import { createReadiness, type Readiness } from './monitoring/readiness.ts'
import { createApp } from './mount-routes.ts'
import { KeyRotator } from './operations/encryption-keys/key-rotator.ts'
import { recordCompactions } from './operations/record-compactions.ts'
import { recordSettings } from './operations/record-settings.ts'
import { openAuditCopies } from './operations/second-systems/audit-copies.ts'
import type { LogCopies } from './operations/second-systems/log-copies.ts'
import { openLogShipping } from './operations/second-systems/log-shipping.ts'
import { routes } from './routes.ts'
import { settingsInForce } from './settings/settings-in-force.ts'
import { readTlsFiles } from './settings/tls-files.ts'
import { startWork, type WorkOptions } from './start-work.ts'
import { tidyUp } from './tidy-up.ts'
import { watchKeys } from './watch-keys.ts'

export interface RunningServer {
  readonly url: string
  readonly port: number
  readonly jobs: JobRunner
  readonly deliveries: Dispatcher
  readonly auditCopies: LogCopies
  readonly keyRotator: KeyRotator
  readonly logShipping: LogCopies
  /** undefined if no collector is set. */
  readonly tracing: Tracing | undefined
  /** Port of the listener for supervisors; undefined if it is off. */
  readonly opsPort: number | undefined
  readonly readiness: Readiness
  reloadTls(): Promise<void>
  /**
   * Accepts no more requests, finishes requests and jobs within the configured time or hands the jobs back, and
   * closes the appliance. Safe to call twice.
   */
  stop(): Promise<void>
}

/**
 * @throws ServerLockedError if another server runs on this folder, unless several nodes may; FaceModelError; the
 * appliance stays open
 */
export async function serve(
  appliance: Appliance,
  work: WorkOptions = { runsSchedule: true },
): Promise<RunningServer> {
  const { faces } = appliance.config
  if (faces !== undefined) await readMeasuredModel(faces)
  const isAlone = isAloneOn(appliance, work)
  const lockFile = serverLockFile(appliance.config.dataDir)
  const lock = isAlone
    ? holdServerLock(lockFile)
    : holdServerLockWhenFree(lockFile, appliance.clock)
  const readiness = createReadiness(appliance)
  let ops: OpsListener | undefined
  let tracing: Tracing | undefined
  try {
    lock.writeHolder({ url: undefined, publicUrl: undefined })
    appliance.keepClockSteps()
    tracing = await openTraces(appliance)
    ops = await openOps(appliance, readiness, tracing)
    return await startServing(appliance, { lock, readiness, ops, tracing }, work)
  } catch (error) {
    appliance.diskGuard.stop()
    await ops?.stop()
    await tracing?.stop(0)
    await appliance.node.leave()
    lock.release()
    throw error
  }
}

/** The lock of the data folder proves it where the folder holds the database. */
function isAloneOn({ db }: Pick<Appliance, 'db'>, { isAlone }: WorkOptions): boolean {
  return isAlone ?? db.dialect === 'sqlite'
}

interface ServingParts {
  readonly lock: ServerLock
  readonly readiness: Readiness
  readonly ops: OpsListener | undefined
  readonly tracing: Tracing | undefined
}

async function startServing(
  appliance: Appliance,
  { lock, readiness, ops, tracing }: ServingParts,
  options: WorkOptions,
): Promise<RunningServer> {
  const { config, clock, log } = appliance
  const startedAt = clock.now()
  appliance.db.runInThreads(log)
  await recordChangesWhileStopped(appliance)
  await appliance.diskGuard.start()
  await joinNodes(appliance, options)
  await recordSettings(appliance, settingsInForce(appliance.about.settings, appliance.secrets))
  const auditCopies = openAuditCopies(appliance)
  const logShipping = openLogShipping(appliance)
  const writeHolder = openHolderFile(lock)
  const listener = await openListener(appliance, openApp(appliance), writeHolder)
  const masterKeyId = appliance.keyHolder.heldMasterKeyId()
  writeHolder({ url: listener.url, publicUrl: config.publicUrl, masterKeyId })
  const stopWatchingKeys = watchKeys(appliance, (newId) => writeHolder({ masterKeyId: newId }))
  const work = await startWork(appliance, options).catch(async (error: unknown) => {
    await listener.stop(0)
    throw error
  })
  const keyRotator = new KeyRotator(appliance)
  for (const background of [auditCopies, keyRotator, logShipping]) background.start()
  let stopped: Promise<void> | undefined
  void tidyUp(appliance, { ...lock, startedAt, isStopping: () => stopped !== undefined })
  ops?.started()
  log.info('started', { host: config.host, port: listener.port })
  await publishHead(appliance)
  const headMark = await keepHeadMark(appliance)

  async function stop(): Promise<void> {
    readiness.stopping()
    stopWatchingKeys()
    await keyRotator.stop()
    await work.stopSchedule()
    const { stopTimeoutMs } = config
    await Promise.all([listener.stop(stopTimeoutMs), work.stop(stopTimeoutMs)])
    await flushRefusals(appliance)
    await publishHead(appliance)
    await Promise.all([auditCopies.stop(stopTimeoutMs), logShipping.stop(stopTimeoutMs)])
    await tracing?.stop(tracesStopMs)
    await headMark.stop()
    appliance.diskGuard.stop()
    await ops?.stop()
    await appliance.node.leave()
    await appliance.close()
    lock.release()
    log.info('stopped')
  }
  return {
    url: listener.url,
    port: listener.port,
    jobs: work.jobs,
    deliveries: work.deliveries,
    auditCopies,
    keyRotator,
    logShipping,
    tracing,
    opsPort: ops?.port,
    readiness,
    reloadTls: () => listener.reloadTls(),
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}

async function recordChangesWhileStopped(appliance: Appliance): Promise<void> {
  await noticeLostEntries(appliance)
  await recordCompactions(appliance, appliance.about.databaseFile)
}

/** Enters this server among the nodes, and cleans up after the dead ones, now and whenever one dies. */
async function joinNodes(appliance: Appliance, options: WorkOptions): Promise<void> {
  const isAlone = isAloneOn(appliance, options)
  const { node, files, log } = appliance
  await files.prepare()
  await node.join({ isAlone })
  appliance.listenForNotices()
  await files.clearStaging((ids) => node.deadAmong(ids))
  await markInterruptedCalls(appliance)
  node.onLook(() =>
    markInterruptedCalls(appliance).catch((error: unknown) =>
      log.error('mark_interrupted_failed', {}, error),
    ),
  )
}

async function openListener(
  { config, clock, log, ownPorts, about }: Appliance,
  app: HttpApp,
  writeHolder: WriteHolder,
): Promise<Listener> {
  const { tls } = config
  const readTls = tls && (() => readTlsFiles(tls))
  const onCertificate = (chain: Buffer) => recordCertificate(writeHolder, about, chain)
  const input = { ...config, ...(readTls && { readTls }), onCertificate }
  const listener = await listen({ app, clock, log }, input)
  ownPorts.add(listener.port)
  return listener
}

function openApp(appliance: Appliance): HttpApp {
  return createApp({
    ...appliance,
    findApiKey: shareLookups((keyText) => findApiKey(appliance, keyText)),
    routes: routes(appliance),
    refusalCounting: {
      refusals: appliance.refusals,
      explainKey: (keyText) => explainKey(appliance, keyText),
    },
    sessionGuard: createSessionGuard(appliance),
  })
}

/** Traces are worth less than a quick stop. */
const tracesStopMs = 2_000

/** The code of traces is loaded only where a collector is set. */
async function openTraces(appliance: Appliance): Promise<Tracing | undefined> {
  const { traces } = appliance.config
  if (traces === undefined) return undefined
  const { openTracing } = await import('./monitoring/open-tracing.ts')
  return openTracing(appliance, traces)
}

/** The code of the listener is loaded only where it is on. */
async function openOps(
  appliance: Appliance,
  readiness: Readiness,
  tracing: Tracing | undefined,
): Promise<OpsListener | undefined> {
  if (appliance.config.ops.port === 0) return undefined
  const { openMonitoring } = await import('./monitoring/open-monitoring.ts')
  const ops = await openMonitoring(appliance, { readiness, tracing }).catch((error: unknown) => {
    // Several demos may run on one machine, and nobody watches them.
    if (!(error instanceof Error && hasCode(error, 'EADDRINUSE'))) throw error
    if (appliance.config.profile !== 'demo') {
      throw Object.assign(error, { setting: 'SVC_OPS_PORT' })
    }
    appliance.log.warn('ops_port_taken', { port: appliance.config.ops.port })
  })
  if (ops) appliance.ownPorts.add(ops.port)
  return ops || undefined
}

/** Writes the remaining counts of refused requests. A database error must not keep the server from stopping. */
async function flushRefusals({ refusals, log }: Appliance): Promise<void> {
  await refusals.flush().catch((error: unknown) => log.error('record_refusals_failed', {}, error))
}
