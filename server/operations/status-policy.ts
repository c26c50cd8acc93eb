// What `svc status` looks at, and when the appliance is not well.

import { type ImageRoom, imageRoomState } from '../evidence/image-room.ts'
import type { Environment } from '../keys/key.ts'
import type { AlertKind } from '../webhooks/alert.ts'
import type { AuditCopyStatus } from './audit-copy-policy.ts'
import type { StorageFault } from './examine-storage.ts'
import type { DiskUse } from './measure-disk.ts'
import type { OperatorReason, OutsideRecord, OutsideStatus } from './outside-policy.ts'

export interface Status {
  readonly jobs: WorkStatus
  /** The active ones. */
  readonly webhooks: readonly WebhookStatus[]
  /** Of the last 24 hours, newest first; the latest of them where there are many. */
  readonly alerts: readonly LatestAlert[]
  readonly usage: UsageStatus
  /** Those whom the product asks. */
  readonly outside: OutsideStatus
}

/** What the nightly recount of usage found. */
export interface UsageStatus {
  /** Everything before this instant has been recounted; undefined where nothing has been. */
  readonly countedTo: number | undefined
  /** Sums that do not say what their events come to. */
  readonly differences: number
  /** Days whose last recount is too long ago; undefined where there are none. */
  readonly overdue: OverdueRecount | undefined
}

export interface OverdueRecount {
  readonly days: number
  /** First instant of the first of them, UTC. */
  readonly firstDay: number
  /** When the one that has waited longest was recounted. */
  readonly oldestAt: number
}

/** Work whose time has come. */
export interface DueWork {
  readonly due: number
  /** How long the oldest has been due; 0 where none is. */
  readonly oldestDueAgeMs: number
}

/** All that waits; what is due is a part of it. */
export interface WaitingWork extends DueWork {
  readonly waiting: number
  /** When the next of it comes due that is not due yet; undefined where there is none. */
  readonly nextDueAt: number | undefined
}

export interface WorkStatus extends WaitingWork {
  readonly running: number
}

export interface WebhookStatus extends WaitingWork {
  readonly id: string
  readonly environment: Environment
  /** undefined while it is well. */
  readonly failingSince: number | undefined
}

export interface LatestAlert {
  readonly id: string
  readonly environment: Environment
  readonly webhookId: string
  readonly kind: AlertKind
  readonly createdAt: number
}

export type Problem =
  | { readonly kind: 'server_not_running' }
  | { readonly kind: 'storage_not_writable'; readonly fault: StorageFault }
  | { readonly kind: 'disk_low'; readonly freeBytes: number; readonly reserveBytes: number }
  | {
      readonly kind: 'images_full' | 'images_near_full'
      readonly storedBytes: number
      readonly maxBytes: number
    }
  | { readonly kind: 'provider_refuses'; readonly reason: OperatorReason; readonly since: number }
  | { readonly kind: 'provider_unreachable'; readonly since: number }
  | { readonly kind: 'scoring_unreachable'; readonly since: number }
  | {
      readonly kind: 'audit_lags'
      readonly waiting: number
      readonly oldestAt: number
      /** Whether verifications are refused for it. */
      readonly isStopping: boolean
    }
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

/** Work is taken up within seconds; what waits for longer waits for someone. */
export const overdueAfterMs = 5 * 60 * 1000

/** Every day has its turn within four weeks; after five, nights were missed or too full. */
export const recountOverdueAfterMs = 5 * 7 * 24 * 60 * 60 * 1000

/** What is looked at besides the work. */
export interface Machine {
  readonly isServing: boolean
  readonly disk: DiskUse
  readonly auditCopy: AuditCopyStatus
}

export function problemsOf(
  { jobs, webhooks, usage, outside }: Status,
  { isServing, disk, auditCopy }: Machine,
): readonly Problem[] {
  const notRunning: readonly Problem[] = isServing ? [] : [{ kind: 'server_not_running' }]
  const overdueJobs: readonly Problem[] = isOverdue(jobs)
    ? [{ kind: 'jobs_overdue', ageMs: jobs.oldestDueAgeMs }]
    : []
  return [
    ...notRunning,
    ...problemsOfDisk(disk),
    ...problemsOfImages(disk.images),
    ...problemsOfAuditCopy(auditCopy),
    ...problemsOfOutside('provider_unreachable', outside.provider),
    ...problemsOfOutside('scoring_unreachable', outside.scoring),
    ...overdueJobs,
    ...webhooks.flatMap(problemsOfWebhook),
    ...problemsOfUsage(usage),
  ]
}

function problemsOfDisk({ freeBytes, reserveBytes, fault }: DiskUse): readonly Problem[] {
  const low = { kind: 'disk_low', freeBytes, reserveBytes } as const
  return [
    ...(fault === undefined ? [] : [{ kind: 'storage_not_writable', fault } as const]),
    ...(freeBytes < reserveBytes ? [low] : []),
  ]
}

function problemsOfImages(room: ImageRoom): readonly Problem[] {
  const { storedBytes, maxBytes } = room
  const state = imageRoomState(room)
  if (maxBytes === undefined || state === 'enough') return []
  return [{ kind: `images_${state}`, storedBytes, maxBytes }]
}

function problemsOfAuditCopy({ state, waiting, oldestAt }: AuditCopyStatus): readonly Problem[] {
  if (oldestAt === undefined || (state !== 'lags' && state !== 'stops')) return []
  return [{ kind: 'audit_lags', waiting, oldestAt, isStopping: state === 'stops' }]
}

function problemsOfUsage({ differences, overdue }: UsageStatus): readonly Problem[] {
  return [
    ...(differences > 0 ? [{ kind: 'usage_differs', differences } as const] : []),
    ...(overdue ? [{ kind: 'recount_overdue', ...overdue } as const] : []),
  ]
}

function problemsOfOutside(
  kind: 'provider_unreachable' | 'scoring_unreachable',
  record: OutsideRecord,
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

function problemsOfWebhook(webhook: WebhookStatus): readonly Problem[] {
  const { id: webhookId, environment, failingSince, oldestDueAgeMs: ageMs } = webhook
  // Then what is due is held up by the receiver, which is one problem and not two.
  if (failingSince !== undefined) {
    return [{ kind: 'webhook_failing', webhookId, environment, failingSince }]
  }
  return isOverdue(webhook) ? [{ kind: 'deliveries_overdue', webhookId, ageMs }] : []
}

function isOverdue({ oldestDueAgeMs }: DueWork): boolean {
  return oldestDueAgeMs > overdueAfterMs
}
