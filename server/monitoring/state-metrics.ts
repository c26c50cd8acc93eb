// The state of the appliance as metrics: read from the database, the disk and the certificates when Prometheus asks.

import { Counter, Gauge, Registry } from 'prom-client'
import type { Appliance } from '../appliance.ts'
import type { Reader } from '../db/transaction.ts'
import type { AuditCopyStatus } from '../operations/audit-copy-policy.ts'
import { readAuditCopy } from '../operations/audit-lag-view.ts'
import { certificateFileFacts } from '../operations/certificate-facts.ts'
import { readUnshippedLog, type UnshippedLog } from '../operations/log-shipping.ts'
import { type DiskUse, measureDisk } from '../operations/measure-disk.ts'
import type { ServiceRecord } from '../operations/service-status-policy.ts'
import type { ApplianceStatus, WaitingWork } from '../operations/status-policy.ts'
import { readStatus } from '../operations/status-view.ts'
import type { ReadinessCheck } from './readiness.ts'

type StateMetricsNeeds = Pick<Appliance, 'about' | 'clock' | 'config' | 'db' | 'scheduledTasks'>

interface State {
  readonly nowMs: number
  readonly status: ApplianceStatus
  readonly disk: DiskUse | undefined
  readonly verifications: Awaited<ReturnType<typeof readVerificationCounts>>
  readonly auditCopy: AuditCopyStatus
  readonly unshippedLog: readonly UnshippedLog[]
  readonly certificateExpiresAt: number | undefined
}

export interface StateMetrics {
  readonly registry: Registry
  refresh(checks: readonly ReadinessCheck[]): Promise<void>
}

/** Metrics asked for more often are those of the last reading, so that they cost the database little. */
const keepForMs = 5_000

export function createStateMetrics(needs: StateMetricsNeeds): StateMetrics {
  const registry = new Registry()
  const set = defineState(registry, needs)
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  async function read(): Promise<void> {
    const state = await readState(needs)
    set.state(state)
    readAt = needs.clock.steadyMs()
  }
  return {
    registry,
    async refresh(checks) {
      set.checks(checks)
      if (needs.clock.steadyMs() - readAt < keepForMs) return
      reading ??= read().finally(() => {
        reading = undefined
      })
      await reading
    },
  }
}

async function readState(needs: StateMetricsNeeds): Promise<State> {
  const { db, clock, config, about } = needs
  const nowMs = clock.now()
  const certificate = config.tls && (await certificateFileFacts(config.tls.certFile))
  return {
    nowMs,
    status: await readStatus(db.longReader, nowMs),
    disk: await measureDisk(config, about.databaseFile, db.longReader).catch(() => undefined),
    verifications: await readVerificationCounts(db.longReader),
    auditCopy: await readAuditCopy(db.longReader, config.auditCopy, nowMs),
    unshippedLog: readUnshippedLog(config),
    certificateExpiresAt: certificate?.kind === 'read' ? certificate.expiresAt : undefined,
  }
}

/** Returns all submissions and outcomes so far, whichever server counted them. */
async function readVerificationCounts(db: Reader) {
  const rows = await db
    .selectFrom('verification_counters')
    .select(['environment', 'kind'])
    .select((select) => select.fn.sum<number>('verifications').as('count'))
    .groupBy(['environment', 'kind'])
    .execute()
  return rows
    .filter(({ kind }) => !kind.startsWith('band_'))
    .map(({ environment, kind, count }) => ({ environment, kind, count: Number(count) }))
}

interface StateSetters {
  state(state: State): void
  checks(checks: readonly ReadinessCheck[]): void
}

function defineState(registry: Registry, needs: StateMetricsNeeds): StateSetters {
  const registers = [registry]
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    ...labelNames: readonly Label[]
  ) => new Gauge<Label>({ name: `svc_${name}`, help, labelNames, registers })
  const build = gauge('build_info', 'Always 1.', 'version', 'node')
  build.set({ version: needs.about.version, node: process.versions.node }, 1)
  const ready = gauge('ready', '1 if the check of /readyz is passed, 0 if not.', 'check')
  const setters = [
    workSetter(gauge),
    verificationSetter(registry),
    diskSetter(gauge),
    auditSetter(gauge),
    logSetter(gauge),
    serviceSetter(gauge),
    taskSetter(gauge, needs),
  ]
  return {
    state(state) {
      for (const set of setters) set(state)
    },
    checks(checks) {
      for (const { name, ok } of checks) ready.set({ check: name }, ok ? 1 : 0)
    },
  }
}

type DefineGauge = <Label extends string = never>(
  name: string,
  help: string,
  ...labelNames: readonly Label[]
) => Gauge<Label>
type SetState = (state: State) => void

function workSetter(gauge: DefineGauge): SetState {
  const depth = gauge('queue_depth', 'Waiting work: due now, or later.', 'queue', 'state')
  const oldest = gauge(
    'queue_oldest_due_seconds',
    'How long the oldest due work has been due; 0 if none is.',
    'queue',
  )
  const running = gauge('jobs_running', 'Jobs that run now, in all servers.')
  const failing = gauge('webhooks_failing', 'Active webhooks whose deliveries fail.')
  return ({ status: { jobs, webhooks } }) => {
    const queues: readonly (readonly [string, readonly WaitingWork[]])[] = [
      ['jobs', [jobs]],
      ['deliveries', webhooks],
    ]
    for (const [queue, works] of queues) {
      const due = sum(works, (work) => work.due)
      depth.set({ queue, state: 'due' }, due)
      depth.set({ queue, state: 'later' }, sum(works, (work) => work.waiting) - due)
      const ages = works.map((work) => work.oldestDueAgeMs)
      oldest.set({ queue }, Math.max(0, ...ages) / 1000)
    }
    running.set(jobs.running)
    failing.set(webhooks.filter(({ failingSince }) => failingSince !== undefined).length)
  }
}

function verificationSetter(registry: Registry): SetState {
  const counter = new Counter({
    name: 'svc_verifications_total',
    help: 'Verifications so far: submitted, and completed by status.',
    labelNames: ['environment', 'kind'] as const,
    registers: [registry],
  })
  return ({ verifications }) => {
    counter.reset()
    for (const { environment, kind, count } of verifications)
      counter.inc({ environment, kind }, count)
  }
}

function diskSetter(gauge: DefineGauge): SetState {
  const database = gauge('database_bytes', 'Size of the database with its write-ahead log.')
  const images = gauge('images_bytes', 'Total size of the stored images.')
  const free = gauge('disk_free_bytes', 'Free space on the disk of the data folder.')
  const total = gauge('disk_size_bytes', 'Size of the disk of the data folder.')
  const reserve = gauge(
    'disk_reserve_bytes',
    'SVC_DISK_RESERVE: below it, no verifications are accepted.',
  )
  return ({ disk }) => {
    if (disk === undefined) return
    database.set(disk.databaseBytes)
    images.set(disk.images.storedBytes)
    free.set(disk.freeBytes)
    total.set(disk.totalBytes)
    reserve.set(disk.reserveBytes)
  }
}

function auditSetter(gauge: DefineGauge): SetState {
  const waiting = gauge('audit_uncopied_entries', 'Audit entries that are not copied yet.')
  const oldest = gauge(
    'audit_uncopied_oldest_seconds',
    'Age of the oldest of them; 0 if there is none.',
  )
  return ({ auditCopy, nowMs }) => {
    waiting.set(auditCopy.waiting)
    oldest.set(auditCopy.oldestAt === undefined ? 0 : (nowMs - auditCopy.oldestAt) / 1000)
  }
}

function logSetter(gauge: DefineGauge): SetState {
  const bytes = gauge('log_unshipped_bytes', 'Bytes of the log that are not shipped yet.', 'target')
  const oldest = gauge(
    'log_unshipped_oldest_seconds',
    'Age of the oldest line of them; 0 if there is none.',
    'target',
  )
  return ({ unshippedLog, nowMs }) => {
    for (const { target, bytes: count, oldestAt } of unshippedLog) {
      bytes.set({ target }, count)
      oldest.set({ target }, oldestAt === undefined ? 0 : (nowMs - oldestAt) / 1000)
    }
  }
}

function serviceSetter(gauge: DefineGauge): SetState {
  const well = gauge(
    'service_well',
    '1 if the service answers and accepts us, 0 if not.',
    'service',
  )
  const expiry = gauge(
    'tls_not_after_timestamp_seconds',
    'When a certificate expires; absent without TLS.',
    'certificate',
  )
  const isWell = ({ kind }: ServiceRecord) => (kind === 'well' || kind === 'failing' ? 1 : 0)
  return ({ status: { services }, certificateExpiresAt }) => {
    well.set({ service: 'identity_provider' }, isWell(services.provider))
    well.set({ service: 'scoring_engine' }, isWell(services.scoring))
    if (certificateExpiresAt !== undefined)
      expiry.set({ certificate: 'listener' }, certificateExpiresAt / 1000)
  }
}

function taskSetter(
  gauge: DefineGauge,
  { scheduledTasks }: Pick<StateMetricsNeeds, 'scheduledTasks'>,
): SetState {
  const ended = gauge(
    'scheduled_task_last_end_timestamp_seconds',
    'When the scheduled task last ended in this process, well or not.',
    'task',
  )
  const failed = gauge('scheduled_task_failed', '1 if its last run failed, 0 if not.', 'task')
  return () => {
    for (const { name: task, lastRun } of scheduledTasks.list()) {
      if (lastRun?.endedAt === undefined) continue
      ended.set({ task }, lastRun.endedAt / 1000)
      failed.set({ task }, lastRun.count === undefined ? 1 : 0)
    }
  }
}

function sum<Item>(items: readonly Item[], numberOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + numberOf(item), 0)
}
