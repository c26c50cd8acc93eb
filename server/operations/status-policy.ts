// What `svc status` looks at, and when the appliance is not well.

import type { Environment } from '../keys/key.ts'
import type { AlertKind } from '../webhooks/alert.ts'
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
  | { readonly kind: 'provider_refuses'; readonly reason: OperatorReason; readonly since: number }
  | { readonly kind: 'provider_unreachable'; readonly since: number }
  | { readonly kind: 'scoring_unreachable'; readonly since: number }
  | { readonly kind: 'jobs_overdue'; readonly ageMs: number }
  | { readonly kind: 'usage_differs'; readonly differences: number }
  | { readonly kind: 'deliveries_overdue'; readonly webhookId: string; readonly ageMs: number }
  | {
      readonly kind: 'webhook_failing'
      readonly webhookId: string
      readonly environment: Environment
      readonly failingSince: number
    }

/** Work is taken up within seconds; what waits for longer waits for someone. */
export const overdueAfterMs = 5 * 60 * 1000

export function problemsOf(
  { jobs, webhooks, usage, outside }: Status,
  { isServing }: { readonly isServing: boolean },
): readonly Problem[] {
  const notRunning: readonly Problem[] = isServing ? [] : [{ kind: 'server_not_running' }]
  const overdueJobs: readonly Problem[] = isOverdue(jobs)
    ? [{ kind: 'jobs_overdue', ageMs: jobs.oldestDueAgeMs }]
    : []
  const { differences } = usage
  const usageDiffers: readonly Problem[] =
    differences > 0 ? [{ kind: 'usage_differs', differences }] : []
  return [
    ...notRunning,
    ...problemsOfOutside('provider_unreachable', outside.provider),
    ...problemsOfOutside('scoring_unreachable', outside.scoring),
    ...overdueJobs,
    ...webhooks.flatMap(problemsOfWebhook),
    ...usageDiffers,
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
