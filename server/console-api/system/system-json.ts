// The JSON of the System screen: checks, services, jobs, disk, migrations, schedule, and settings with masked secrets.

import type { AppliedMigration } from '../../db/migration-view.ts'
import type { ListedJob } from '../../jobs/job-list-view.ts'
import { isoOrNull, toIso } from '../../kernel/clock.ts'
import type { DiskUse } from '../../operations/measure-disk.ts'
import type { WorkStatus } from '../../operations/status-policy.ts'
import type { ScheduledTaskState } from '../../operations/task-log.ts'
import type { EffectiveSetting } from '../../settings/setting-values.ts'
import type { ServiceHealth } from '../overview/health.ts'
import { serviceHealthJson } from '../overview/overview-json.ts'
import type { SystemCheck } from './system-checks.ts'

type LastRun = NonNullable<ScheduledTaskState['lastRun']>

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

export function systemJson(answer: SystemAnswer) {
  const { nowMs, startedAt, disk } = answer
  return {
    version: answer.version,
    interface_version: answer.apiVersion,
    node_version: answer.nodeVersion,
    started_at: toIso(startedAt),
    uptime_seconds: Math.max(0, Math.floor((nowMs - startedAt) / 1000)),
    /** Worst first. `count`: number of faults; null for checks that count nothing. */
    checks: answer.checks.map(({ name, state, count }) => ({ name, state, count: count ?? null })),
    clock: { now: toIso(nowMs), time_zone: answer.timeZone },
    provider: { name: answer.providerName ?? null, ...serviceHealthJson(answer.provider) },
    scoring: serviceHealthJson(answer.scoring),
    // The product does not make backups yet.
    backups: { state: 'not_set_up' as const },
    jobs: jobsJson(answer),
    disk: {
      database_bytes: disk.databaseBytes,
      free_bytes: disk.freeBytes,
      total_bytes: disk.totalBytes,
      reserve_bytes: disk.reserveBytes,
      /** Why the data folder cannot be written; null if it can. */
      fault: disk.fault === undefined ? null : { kind: disk.fault.kind, path: disk.fault.path },
      images_bytes: disk.images.storedBytes,
      /** Storage limit for images; null if not set. */
      images_max_bytes: disk.images.maxBytes ?? null,
    },
    /** Newest first. */
    migrations: answer.migrations.map(({ version, name, appliedAt }) => ({
      version,
      name,
      applied_at: toIso(appliedAt),
    })),
    /** `when`: minute hour day month weekday, UTC. `last_run` covers only runs since the start of the process. */
    schedule: answer.scheduledTasks.map(scheduledTaskJson),
    settings: answer.settings.map(({ name, value, origin }) => ({
      name,
      /** Masked for secrets; null if not set. */
      value: value ?? null,
      origin,
    })),
  }
}

export type SystemJson = ReturnType<typeof systemJson>

export function listedJobJson(job: ListedJob) {
  return {
    id: job.id,
    kind: job.kind,
    /** Id of the job's subject, such as a verification. */
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

export type ListedJobJson = ReturnType<typeof listedJobJson>

function jobsJson({ jobs, ...answer }: SystemAnswer) {
  return {
    waiting: jobs.waiting,
    running: jobs.running,
    due: jobs.due,
    oldest_due_age_ms: jobs.oldestDueAgeMs,
    /** In the last seven days; older ones are pruned. */
    failed: answer.failedCount,
    /** At most 50 of each. */
    waiting_jobs: answer.waitingJobs.map(listedJobJson),
    running_jobs: answer.runningJobs.map(listedJobJson),
    failed_jobs: answer.failedJobs.map(listedJobJson),
  }
}

function scheduledTaskJson({ name, when, lastRun }: ScheduledTaskState) {
  if (lastRun === undefined) return { name, when, last_run: null }
  const { startedAt, endedAt, count } = lastRun
  return {
    name,
    when,
    last_run: {
      started_at: toIso(startedAt),
      ended_at: isoOrNull(endedAt),
      outcome: outcomeOf(lastRun),
      count: count ?? null,
    },
  }
}

function outcomeOf({ endedAt, count }: LastRun): 'running' | 'done' | 'failed' {
  if (endedAt === undefined) return 'running'
  return count === undefined ? 'failed' : 'done'
}
