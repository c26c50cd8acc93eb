// The JSON of the System screen: checks, services, jobs, disk, migrations, schedule, and settings with masked secrets.

import type { AppliedMigration } from '../../db/migration-view.ts'
import type { JobKind, JobState } from '../../jobs/job.ts'
import type { ListedJob } from '../../jobs/job-list-view.ts'
import { toIso } from '../../kernel/clock.ts'
import type { StorageFault } from '../../operations/examine-storage.ts'
import type { DiskUse } from '../../operations/measure-disk.ts'
import type { WorkStatus } from '../../operations/status-policy.ts'
import type { ScheduledTaskState } from '../../operations/task-log.ts'
import type { EffectiveSetting } from '../../settings/setting-values.ts'
import type { HealthState, ServiceHealth } from '../overview/health.ts'
import { type ServiceHealthJson, serviceHealthJson } from '../overview/overview-json.ts'
import type { SystemCheck, SystemCheckName } from './system-checks.ts'

export interface ListedJobJson {
  readonly id: string
  readonly kind: JobKind
  /** Id of the job's subject, such as a verification. */
  readonly subject_id: string
  readonly state: JobState
  readonly due_at: string
  readonly runs: number
  readonly attempts: number
  readonly reason: string | null
  readonly failing_since: string | null
  readonly lease_until: string | null
  readonly created_at: string
  readonly finished_at: string | null
}

export interface SystemJson {
  readonly version: string
  readonly interface_version: string
  readonly node_version: string
  readonly started_at: string
  readonly uptime_seconds: number
  /** Worst first. */
  readonly checks: readonly {
    readonly name: SystemCheckName
    readonly state: HealthState
    /** Number of faults; null for checks that count nothing. */
    readonly count: number | null
  }[]
  readonly clock: { readonly now: string; readonly time_zone: string }
  readonly provider: ServiceHealthJson & { readonly name: string | null }
  readonly scoring: ServiceHealthJson
  readonly backups: { readonly state: HealthState }
  readonly jobs: {
    readonly waiting: number
    readonly running: number
    readonly due: number
    readonly oldest_due_age_ms: number
    /** In the last seven days; older ones are pruned. */
    readonly failed: number
    /** At most 50 of each. */
    readonly waiting_jobs: readonly ListedJobJson[]
    readonly running_jobs: readonly ListedJobJson[]
    readonly failed_jobs: readonly ListedJobJson[]
  }
  readonly disk: {
    readonly database_bytes: number
    readonly free_bytes: number
    readonly total_bytes: number
    readonly reserve_bytes: number
    /** Why the data folder cannot be written; null if it can. */
    readonly fault: { readonly kind: StorageFault['kind']; readonly path: string } | null
    readonly images_bytes: number
    /** Storage limit for images; null if not set. */
    readonly images_max_bytes: number | null
  }
  /** Newest first. */
  readonly migrations: readonly {
    readonly version: number
    readonly name: string
    readonly applied_at: string
  }[]
  /** `when`: minute hour day month weekday, UTC. `last_run` covers only runs since the start of the process. */
  readonly schedule: readonly {
    readonly name: string
    readonly when: string
    readonly last_run: {
      readonly started_at: string
      readonly ended_at: string | null
      readonly outcome: 'running' | 'done' | 'failed'
      readonly count: number | null
    } | null
  }[]
  readonly settings: readonly {
    readonly name: string
    /** Masked for secrets; null if not set. */
    readonly value: string | null
    readonly origin: EffectiveSetting['origin']
  }[]
}

interface SystemAnswer {
  readonly version: string
  readonly apiVersion: string
  readonly nodeVersion: string
  readonly startedAt: number
  readonly nowMs: number
  readonly timeZone: string
  readonly checks: readonly SystemCheck[]
  readonly providerName: string | undefined
  readonly provider: ServiceHealth
  readonly scoring: ServiceHealth
  readonly jobs: WorkStatus
  readonly failedCount: number
  readonly waitingJobs: readonly ListedJob[]
  readonly runningJobs: readonly ListedJob[]
  readonly failedJobs: readonly ListedJob[]
  readonly disk: DiskUse
  readonly migrations: readonly AppliedMigration[]
  readonly scheduledTasks: readonly ScheduledTaskState[]
  readonly settings: readonly EffectiveSetting[]
}

export function systemJson(answer: SystemAnswer): SystemJson {
  const { nowMs, startedAt, disk } = answer
  return {
    version: answer.version,
    interface_version: answer.apiVersion,
    node_version: answer.nodeVersion,
    started_at: toIso(startedAt),
    uptime_seconds: Math.max(0, Math.floor((nowMs - startedAt) / 1000)),
    checks: answer.checks.map(({ name, state, count }) => ({ name, state, count: count ?? null })),
    clock: { now: toIso(nowMs), time_zone: answer.timeZone },
    provider: { name: answer.providerName ?? null, ...serviceHealthJson(answer.provider) },
    scoring: serviceHealthJson(answer.scoring),
    // The product does not make backups yet.
    backups: { state: 'not_set_up' },
    jobs: jobsJson(answer),
    disk: {
      database_bytes: disk.databaseBytes,
      free_bytes: disk.freeBytes,
      total_bytes: disk.totalBytes,
      reserve_bytes: disk.reserveBytes,
      fault: disk.fault === undefined ? null : { kind: disk.fault.kind, path: disk.fault.path },
      images_bytes: disk.images.storedBytes,
      images_max_bytes: disk.images.maxBytes ?? null,
    },
    migrations: answer.migrations.map(({ version, name, appliedAt }) => ({
      version,
      name,
      applied_at: toIso(appliedAt),
    })),
    schedule: answer.scheduledTasks.map(scheduledTaskJson),
    settings: answer.settings.map(({ name, value, origin }) => ({
      name,
      value: value ?? null,
      origin,
    })),
  }
}

export function listedJobJson(job: ListedJob): ListedJobJson {
  return {
    id: job.id,
    kind: job.kind,
    subject_id: job.subjectId,
    state: job.state,
    due_at: toIso(job.dueAt),
    runs: job.runs,
    attempts: job.attempts,
    reason: job.reason ?? null,
    failing_since: isoOrNull(job.failingSince),
    lease_until: isoOrNull(job.leaseUntil),
    created_at: toIso(job.createdAt),
    finished_at: isoOrNull(job.finishedAt),
  }
}

function jobsJson({ jobs, ...answer }: SystemAnswer): SystemJson['jobs'] {
  return {
    waiting: jobs.waiting,
    running: jobs.running,
    due: jobs.due,
    oldest_due_age_ms: jobs.oldestDueAgeMs,
    failed: answer.failedCount,
    waiting_jobs: answer.waitingJobs.map(listedJobJson),
    running_jobs: answer.runningJobs.map(listedJobJson),
    failed_jobs: answer.failedJobs.map(listedJobJson),
  }
}

function scheduledTaskJson({
  name,
  when,
  lastRun,
}: ScheduledTaskState): SystemJson['schedule'][number] {
  if (lastRun === undefined) return { name, when, last_run: null }
  const { startedAt, endedAt, count } = lastRun
  return {
    name,
    when,
    last_run: {
      started_at: toIso(startedAt),
      ended_at: isoOrNull(endedAt),
      outcome: endedAt === undefined ? 'running' : count === undefined ? 'failed' : 'done',
      count: count ?? null,
    },
  }
}

function isoOrNull(instantMs: number | undefined): string | null {
  return instantMs === undefined ? null : toIso(instantMs)
}
