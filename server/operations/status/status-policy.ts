// The status of the appliance, and the problems that follow from it. Pure.

import type { BackupReason } from '../../backup/backup-error.ts'
import type { BackupStatus } from '../../backup/backup-policy.ts'
import { type ImageStorage, imageStorageState } from '../../images/storage/image-storage-state.ts'
import { dayMs } from '../../kernel/durations.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { Node } from '../../nodes/node.ts'
import type { Alert } from '../../webhooks/alert.ts'
import type { KeyProgress } from '../encryption-keys/key-rotation.ts'
import type { AuditCopyStatus } from '../second-systems/audit-copy-policy.ts'
import type { DatabaseVerdict } from './database-verdict.ts'
import type { DiskUse } from './disk-use.ts'
import type { StorageFault } from './examine-storage.ts'
import { problemsOfKeys, problemsOfServers, type ServerProblem } from './server-problems.ts'
import type { OperatorReason, ServiceRecord, ServiceStatus } from './service-status-policy.ts'

export interface ApplianceStatus {
  readonly jobs: WorkStatus
  /** The servers that work on the database, oldest first. */
  readonly nodes: readonly Node[]
  /** Active webhook endpoints. */
  readonly webhooks: readonly WebhookBacklog[]
  /** Alerts of the last 24 hours, newest first; only the latest if there are many. */
  readonly alerts: readonly LatestAlert[]
  readonly usage: UsageStatus
  /** Identity provider and scoring engine. */
  readonly services: ServiceStatus
}

/** Results of the nightly recount of usage. */
export interface UsageStatus {
  /** Everything before this instant has been recounted; undefined before the first recount. */
  readonly countedTo: number | undefined
  readonly differences: number
  /** Days that no night has recounted, if they are more than a week. */
  readonly overdue: OverdueRecount | undefined
}

interface OverdueRecount {
  readonly days: number
  /** First instant of the earliest of them, UTC. */
  readonly firstDay: number
}

interface DueWork {
  readonly due: number
  /** How long the oldest has been due; 0 if none is due. */
  readonly oldestDueAgeMs: number
}

/** All waiting work, due or not. */
export interface WaitingWork extends DueWork {
  readonly waiting: number
  /** When the next work that is not due yet becomes due; undefined if there is none. */
  readonly nextDueAt: number | undefined
}

export interface WorkStatus extends WaitingWork {
  readonly running: number
}

export interface WebhookBacklog extends WaitingWork {
  readonly id: string
  readonly environment: Environment
  /** undefined if it is not failing. */
  readonly failingSince: number | undefined
}

export type LatestAlert = Pick<Alert, 'id' | 'environment' | 'webhookId' | 'kind' | 'createdAt'>

/** Lines of the program's log that a second system has not got. */
interface LateLog {
  readonly target: string
  readonly bytes: number
  readonly oldestAt: number
}

export type Problem =
  | ServerProblem
  | { readonly kind: 'storage_not_writable'; readonly fault: StorageFault }
  | { readonly kind: 'entries_lost' }
  | { readonly kind: 'database_damaged'; readonly tables: readonly string[]; readonly at: number }
  | {
      readonly kind: 'master_key_source_lost'
      readonly reason: string
      /** A running server has the key in its memory. */
      readonly isServing: boolean
    }
  | { readonly kind: 'disk_low'; readonly freeBytes: number; readonly reserveBytes: number }
  | {
      readonly kind: 'images_full' | 'images_near_full'
      readonly storedBytes: number
      readonly maxBytes: number
    }
  | { readonly kind: 'images_unreachable'; readonly since: number; readonly message: string }
  | { readonly kind: 'provider_refuses'; readonly reason: OperatorReason; readonly since: number }
  | { readonly kind: 'provider_unreachable'; readonly since: number }
  | { readonly kind: 'scoring_unreachable'; readonly since: number }
  | {
      readonly kind: 'audit_lags'
      readonly waiting: number
      readonly oldestAt: number
      /** Whether verifications are refused because of it. */
      readonly isStopping: boolean
    }
  | {
      readonly kind: 'backup_failing'
      /** Start of the last backup that was made; undefined if there is none. */
      readonly lastSuccessAt: number | undefined
      readonly reason: BackupReason
      readonly failures: number
    }
  | { readonly kind: 'backup_overdue'; readonly lastSuccessAt: number | undefined }
  | { readonly kind: 'outgoing_paused'; readonly since: number }
  | ({ readonly kind: 'log_not_shipped' } & LateLog)
  | { readonly kind: 'jobs_overdue'; readonly ageMs: number }
  | { readonly kind: 'usage_differs'; readonly differences: number }
  | ({ readonly kind: 'recount_overdue' } & OverdueRecount)
  | { readonly kind: 'deliveries_overdue'; readonly webhookId: string; readonly ageMs: number }
  | {
      readonly kind: 'webhook_failing'
      readonly webhookId: string
      readonly environment: Environment
      readonly failingSince: number
    }

/** Work normally starts within seconds; work that is due for longer needs attention. */
export const overdueAfterMs = 5 * 60 * 1000

const recountDaysMax = 7

/** A day is recounted the night after; after a week without, the nightly recount does not run. */
export function judgeRecount(
  countedTo: number | undefined,
  nowMs: number,
): OverdueRecount | undefined {
  if (countedTo === undefined) return undefined
  const days = Math.floor((nowMs - countedTo) / dayMs)
  return days > recountDaysMax ? { days, firstDay: countedTo } : undefined
}

/** State of the machine and its processes. */
interface Machine {
  readonly isServing: boolean
  /** Whether servers on other machines may work on the database. Default: they may not. */
  readonly isShared?: boolean
  /** Undefined where the keys cannot be opened, or are looked at elsewhere. */
  readonly keyProgress?: KeyProgress | undefined
  readonly disk: DiskUse
  readonly auditCopy: AuditCopyStatus
  readonly backups: BackupStatus
  /** When outgoing calls were paused; undefined if they are not. */
  readonly outgoingPausedAt: number | undefined
  /** What is not shipped yet, one a target that is set. */
  readonly unshippedLog: readonly (Omit<LateLog, 'oldestAt'> & {
    readonly oldestAt: number | undefined
  })[]
  readonly nowMs: number
  /** Why the store of the images cannot be used, if it is known; undefined if it can, or with a folder. */
  readonly imageStoreFault?: { readonly since: number; readonly message: string } | undefined
  readonly lacksEntries: boolean
  /** What the last check of the database found; undefined if there was none. */
  readonly databaseVerdict: DatabaseVerdict | undefined
  /** Why the source of the master key does not give it; undefined if it does. */
  readonly masterKeyFault: string | undefined
}

export function problemsOf(
  { jobs, nodes, webhooks, usage, services }: ApplianceStatus,
  machine: Machine,
): readonly Problem[] {
  const {
    isServing,
    disk,
    auditCopy,
    unshippedLog,
    backups,
    outgoingPausedAt,
    lacksEntries,
    databaseVerdict,
    masterKeyFault,
    imageStoreFault,
    nowMs,
  } = machine
  const overdueJobs: readonly Problem[] = isOverdue(jobs)
    ? [{ kind: 'jobs_overdue', ageMs: jobs.oldestDueAgeMs }]
    : []
  return [
    ...problemsOfServers(nodes, machine),
    ...(outgoingPausedAt === undefined
      ? []
      : [{ kind: 'outgoing_paused', since: outgoingPausedAt } as const]),
    ...(masterKeyFault === undefined
      ? []
      : [{ kind: 'master_key_source_lost', reason: masterKeyFault, isServing } as const]),
    ...problemsOfKeys(machine.keyProgress),
    ...(lacksEntries ? [{ kind: 'entries_lost' } as const] : []),
    ...problemsOfDatabase(databaseVerdict),
    ...problemsOfDisk(disk),
    ...problemsOfImages(disk.images),
    ...(imageStoreFault ? [{ kind: 'images_unreachable', ...imageStoreFault } as const] : []),
    ...problemsOfAuditCopy(auditCopy),
    ...problemsOfBackups(backups),
    ...problemsOfLog(unshippedLog, nowMs),
    ...problemsOfServices('provider_unreachable', services.provider),
    ...problemsOfServices('scoring_unreachable', services.scoring),
    ...overdueJobs,
    ...webhooks.flatMap(problemsOfWebhook),
    ...problemsOfUsage(usage),
  ]
}

function problemsOfDatabase(verdict: DatabaseVerdict | undefined): readonly Problem[] {
  if (verdict === undefined || verdict.damagedTables.length === 0) return []
  return [{ kind: 'database_damaged', tables: verdict.damagedTables, at: verdict.checkedAt }]
}

function problemsOfDisk({ freeBytes, reserveBytes, fault }: DiskUse): readonly Problem[] {
  const low = { kind: 'disk_low', freeBytes, reserveBytes } as const
  return [
    ...(fault === undefined ? [] : [{ kind: 'storage_not_writable', fault } as const]),
    ...(freeBytes < reserveBytes ? [low] : []),
  ]
}

function problemsOfImages(room: ImageStorage): readonly Problem[] {
  const { storedBytes, maxBytes } = room
  const state = imageStorageState(room)
  if (maxBytes === undefined || state === 'enough') return []
  return [{ kind: `images_${state}`, storedBytes, maxBytes }]
}

function problemsOfAuditCopy({ state, waiting, oldestAt }: AuditCopyStatus): readonly Problem[] {
  if (oldestAt === undefined || (state !== 'lags' && state !== 'stops')) return []
  return [{ kind: 'audit_lags', waiting, oldestAt, isStopping: state === 'stops' }]
}

/** Lines are normally shipped within seconds. */
const logLateAfterMs = 10 * 60 * 1000

function problemsOfLog(logs: Machine['unshippedLog'], nowMs: number): readonly Problem[] {
  return logs.flatMap(({ target, bytes, oldestAt }): readonly Problem[] =>
    oldestAt === undefined || nowMs - oldestAt <= logLateAfterMs
      ? []
      : [{ kind: 'log_not_shipped', target, bytes, oldestAt }],
  )
}

function problemsOfUsage({ differences, overdue }: UsageStatus): readonly Problem[] {
  return [
    ...(differences > 0 ? [{ kind: 'usage_differs', differences } as const] : []),
    ...(overdue ? [{ kind: 'recount_overdue', ...overdue } as const] : []),
  ]
}

function problemsOfBackups(backups: BackupStatus): readonly Problem[] {
  const { state, lastSuccessAt, lastFailure, failures } = backups
  if (state !== 'failing' && state !== 'overdue') return []
  return lastFailure === undefined
    ? [{ kind: 'backup_overdue', lastSuccessAt }]
    : [{ kind: 'backup_failing', lastSuccessAt, reason: lastFailure.reason, failures }]
}

function problemsOfServices(
  kind: 'provider_unreachable' | 'scoring_unreachable',
  record: ServiceRecord,
): readonly Problem[] {
  switch (record.kind) {
    case 'well':
    case 'failing':
      return []
    case 'unreachable':
      return [{ kind, since: record.since }]
    case 'refusing':
      return [{ kind: 'provider_refuses', reason: record.reason, since: record.since }]
  }
}

function problemsOfWebhook(webhook: WebhookBacklog): readonly Problem[] {
  const { id: webhookId, environment, failingSince, oldestDueAgeMs: ageMs } = webhook
  // A failing receiver is why deliveries are overdue: one problem, not two.
  if (failingSince !== undefined) {
    return [{ kind: 'webhook_failing', webhookId, environment, failingSince }]
  }
  return isOverdue(webhook) ? [{ kind: 'deliveries_overdue', webhookId, ageMs }] : []
}

function isOverdue({ oldestDueAgeMs }: DueWork): boolean {
  return oldestDueAgeMs > overdueAfterMs
}
