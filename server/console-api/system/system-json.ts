// The JSON of the System screen: checks, services, jobs, disk, migrations, schedule, and settings with masked secrets.

import { type BackupStatus, backupHealth } from '../../backup/backup-policy.ts'
import { checkGroupsJson } from '../../doctor/doctor-json.ts'
import type { DoctorProgress } from '../../doctor/doctor-run.ts'
import type { DoctorResult } from '../../doctor/outcome.ts'
import type { ListedJob } from '../../jobs/job.ts'
import type { AppliedMigration } from '../../kernel/applied-migration.ts'
import { isoOrNull, toIso } from '../../kernel/clock.ts'
import type { Dialect } from '../../kernel/dialect.ts'
import type { Node } from '../../nodes/node.ts'
import { nodeJson } from '../../nodes/node-json.ts'
import type { DiskUse } from '../../operations/status/disk-use.ts'
import type { WorkStatus } from '../../operations/status/status-policy.ts'
import type { ScheduledTaskState } from '../../operations/task-log.ts'
import type { EffectiveSetting } from '../../settings/effective-setting.ts'
import type { NameIndexProgress } from '../../verifications/names/name-index.ts'
import type { ServiceHealth } from '../overview/health.ts'
import { serviceHealthJson } from '../overview/overview-json.ts'

type LastRun = NonNullable<ScheduledTaskState['lastRun']>

interface SystemAnswer {
  readonly version: string
  readonly apiVersion: string
  readonly nodeVersion: string
  readonly dialect: Dialect
  readonly startedAt: number
  readonly nowMs: number
  readonly timeZone: string
  readonly checks: readonly DoctorResult[]
  readonly slowCheckedAt: number | undefined
  readonly providerName: string | undefined
  readonly provider: ServiceHealth
  readonly scoring: ServiceHealth
  readonly nodes: readonly Node[]
  /** This one. */
  readonly nodeId: string
  readonly jobs: WorkStatus
  readonly failedCount: number
  readonly waitingJobs: readonly ListedJob[]
  readonly runningJobs: readonly ListedJob[]
  readonly failedJobs: readonly ListedJob[]
  readonly disk: DiskUse
  readonly backups: BackupStatus
  readonly outgoingPausedAt: number | undefined
  readonly migrations: readonly AppliedMigration[]
  readonly scheduledTasks: readonly ScheduledTaskState[]
  readonly nameIndex: NameIndexProgress
  readonly settings: readonly EffectiveSetting[]
}

export function systemJson(answer: SystemAnswer) {
  const { nowMs, startedAt, disk } = answer
  return {
    version: answer.version,
    interface_version: answer.apiVersion,
    node_version: answer.nodeVersion,
    /** PostgreSQL is backed up by its own means. */
    database: answer.dialect,
    started_at: toIso(startedAt),
    uptime_seconds: Math.max(0, Math.floor((nowMs - startedAt) / 1000)),
    checks: systemChecksJson(answer.checks, answer.slowCheckedAt),
    clock: { now: toIso(nowMs), time_zone: answer.timeZone },
    provider: { name: answer.providerName ?? null, ...serviceHealthJson(answer.provider) },
    scoring: serviceHealthJson(answer.scoring),
    backups: backupsJson(answer.backups),
    /** Since a restore; null if outgoing calls are not paused. */
    outgoing_paused_at: isoOrNull(answer.outgoingPausedAt),
    /** Oldest first. */
    nodes: answer.nodes.map((node) => ({
      ...nodeJson(node, nowMs),
      /** Whether it answers this request. */
      is_this: node.id === answer.nodeId,
    })),
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
    /**
     * `when`: minute hour day month weekday, UTC. `last_run` is on whichever node it was; of a task of each node, on
     * this one.
     */
    schedule: answer.scheduledTasks.map(scheduledTaskJson),
    /** Of the search by name. `indexed_to` is null unless older names are being indexed, and before the first. */
    name_index: {
      state: answer.nameIndex.state,
      indexed_to: isoOrNull(
        answer.nameIndex.state === 'indexing' ? answer.nameIndex.indexedTo : undefined,
      ),
    },
    settings: answer.settings.map(({ name, value, origin }) => ({
      name,
      /** Masked for secrets; null if not set. */
      value: value ?? null,
      origin,
    })),
  }
}

/** The checks of `svc doctor`. */
export function systemChecksJson(
  results: readonly DoctorResult[],
  slowCheckedAt: number | undefined,
) {
  return {
    /** Groups and the checks in them, worst first. */
    groups: checkGroupsJson(results),
    /** When the slow checks were last made; null if not since the start. */
    slow_checked_at: isoOrNull(slowCheckedAt),
  }
}

/** `name` is null while no run is under way. */
export function doctorProgressJson(progress: DoctorProgress | undefined) {
  return {
    running: progress !== undefined,
    done: progress?.done ?? 0,
    total: progress?.total ?? 0,
    name: progress?.name ?? null,
  }
}

export type DoctorProgressJson = ReturnType<typeof doctorProgressJson>

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

function backupsJson({ state, lastSuccessAt, lastFailure, failures }: BackupStatus) {
  return {
    state: backupHealth[state],
    /** When the last backup that was made began; null if there is none. */
    last_success_at: isoOrNull(lastSuccessAt),
    /** Since the last success. */
    failures,
    last_failure_at: isoOrNull(lastFailure?.at),
    last_failure_reason: lastFailure?.reason ?? null,
  }
}

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
