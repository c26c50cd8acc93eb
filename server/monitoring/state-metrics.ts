// The state of the whole installation as metrics, read when Prometheus asks.

import { Counter, Gauge, Registry } from 'prom-client'
import type { Appliance } from '../appliance.ts'
import { nodeState, nodeStates } from '../nodes/node.ts'
import type { ServiceRecord } from '../operations/status/service-status-policy.ts'
import type { WaitingWork } from '../operations/status/status-policy.ts'
import { imageStoreSetter } from './image-store-metrics.ts'
import { readState, type State, type StateNeeds } from './read-state.ts'
import type { ReadinessCheck } from './readiness.ts'
import { reviewSetter } from './review-metrics.ts'

type StateMetricsNeeds = StateNeeds & Pick<Appliance, 'scheduledTasks'>

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
    nodeSetter(gauge),
    verificationSetter(registry),
    reviewSetter(registry),
    diskSetter(gauge),
    storedSetter(gauge),
    auditSetter(gauge),
    logSetter(gauge),
    backupSetter(gauge),
    serviceSetter(gauge),
    imageStoreSetter(registry),
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

function nodeSetter(gauge: DefineGauge): SetState {
  const nodes = gauge('nodes', 'Servers that work on the database, by state.', 'state')
  const silent = gauge(
    'node_silent_seconds',
    'Since the last sign of life of a server, by the clocks of both.',
    'node',
  )
  return ({ status, nowMs }) => {
    for (const state of nodeStates) {
      nodes.set({ state }, status.nodes.filter((node) => nodeState(node, nowMs) === state).length)
    }
    silent.reset()
    for (const { id: node, seenAt } of status.nodes) {
      silent.set({ node }, Math.max(0, nowMs - seenAt) / 1000)
    }
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
  const writeAheadLog = gauge('write_ahead_log_bytes', 'Size of the write-ahead log.')
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
    writeAheadLog.set(disk.writeAheadLogBytes)
    images.set(disk.images.storedBytes)
    free.set(disk.freeBytes)
    total.set(disk.totalBytes)
    reserve.set(disk.reserveBytes)
  }
}

function storedSetter(gauge: DefineGauge): SetState {
  const source = gauge(
    'master_key_source_well',
    '1 if the source of the master key still gives the key that the server holds, 0 if not.',
  )
  const damaged = gauge(
    'database_damaged_tables',
    'Tables with pages that the last check of the database could not read.',
  )
  const checked = gauge(
    'database_check_timestamp_seconds',
    'When the database was last checked; 0 if it never was.',
  )
  return ({ isKeySourceWell, databaseVerdict }) => {
    source.set(isKeySourceWell ? 1 : 0)
    damaged.set(databaseVerdict?.damagedTables.length ?? 0)
    checked.set((databaseVerdict?.checkedAt ?? 0) / 1000)
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

/** Without a place for backups there are no series, so an alert on their age says nothing. */
function backupSetter(gauge: DefineGauge): SetState {
  const every = gauge('backup_interval_seconds', 'Interval of the schedule of backups.', 'place')
  const success = gauge(
    'backup_last_success_timestamp_seconds',
    'When the last backup that was made began; 0 if none was.',
    'place',
  )
  const trial = gauge(
    'backup_last_trial_timestamp_seconds',
    'When a backup was last restored as a trial; 0 if none was.',
    'place',
  )
  const failures = gauge(
    'backup_failures',
    'Failures since the last backup that was made.',
    'place',
  )
  const fault = gauge(
    'backup_place_fault',
    '1 if no backup is made because the place is missing, has lost its marker, or is that of another; 0 if not.',
    'place',
  )
  return ({ backups }) => {
    if (backups === undefined) return
    const { place } = backups
    every.set({ place }, backups.everyMs / 1000)
    success.set({ place }, (backups.lastSuccessAt ?? 0) / 1000)
    trial.set({ place }, (backups.lastTrialAt ?? 0) / 1000)
    failures.set({ place }, backups.failures)
    fault.set({ place }, backups.hasPlaceFault ? 1 : 0)
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
