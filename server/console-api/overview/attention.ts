// The "needs attention" list of the overview: problems to act on, worst first, each with the screen to open. Pure.

import type { BackupStatus } from '../../backup/backup-policy.ts'
import { type Environment, environments } from '../../kernel/environment.ts'
import type { AuditCopyStatus } from '../../operations/second-systems/audit-copy-policy.ts'
import type { DatabaseVerdict } from '../../operations/status/database-verdict.ts'
import type { DiskUse } from '../../operations/status/disk-use.ts'
import {
  type ApplianceStatus,
  type Problem,
  problemsOf,
} from '../../operations/status/status-policy.ts'
import {
  type DueReviews,
  dueSoonCountedMax,
  waitingCountedMax,
} from '../../reviews/waiting-reviews.ts'
import type { Permission } from '../../users/role.ts'
import type { ServiceHealth } from './health.ts'
import type { Pending } from './pending.ts'

const attentionKinds = [
  'database_damaged',
  'master_key_source_lost',
  'storage_not_writable',
  'disk_low',
  'images_unreachable',
  'images_full',
  'images_near_full',
  'outgoing_paused',
  'audit_lags',
  'backup_overdue',
  'backup_failing',
  'provider_down',
  'scoring_down',
  'jobs_overdue',
  'usage_differs',
  'webhook_failing',
  'deliveries_overdue',
  'jobs_failed',
  'verifications_stuck',
  'verification_errors',
  'overdue_backlog',
  'reviews_overdue',
  'due_soon_backlog',
  'reviews_due_soon',
  'approvals_waiting',
  'emergency_sign_ins',
  'keys_expiring',
] as const
type AttentionKind = (typeof attentionKinds)[number]

/** The screens that a line can link to, each with the permission to open it. */
export const screens = {
  system: 'system.read',
  usage: 'usage.read',
  webhooks: 'webhooks.read',
  keys: 'keys.read',
  verifications: 'verifications.read',
  reviews: 'reviews.work',
  approvals: 'approvals.decide',
  audit: 'audit.read',
} as const satisfies Readonly<Record<string, Permission>>
type Screen = keyof typeof screens

export interface Attention {
  readonly kind: AttentionKind
  readonly count: number
  /** When the problem began; undefined if not known. */
  readonly since: number | undefined
  /** undefined when the problem concerns the whole appliance. */
  readonly environment: Environment | undefined
  readonly target: {
    readonly screen: Screen
    /** Id of the single object concerned, if it is one. */
    readonly id: string | undefined
    /** Filter for the screen's list. */
    readonly filter: Readonly<Record<string, string>>
  }
}

interface AttentionFacts {
  readonly environment: Environment
  readonly status: ApplianceStatus
  readonly disk: DiskUse
  readonly auditCopy: AuditCopyStatus
  readonly backups: BackupStatus
  readonly databaseVerdict: DatabaseVerdict | undefined
  /** Why the source of the master key no longer gives it; undefined if it does. */
  readonly masterKeyFault: string | undefined
  readonly outgoingPausedAt: number | undefined
  readonly imageStoreFault?: { readonly since: number; readonly message: string } | undefined
  readonly provider: ServiceHealth
  readonly scoring: ServiceHealth
  readonly failedJobs: number
  /** Verifications pending for longer than a verification takes. */
  readonly stuck: Pending
  readonly errorsToday: number
  readonly reviews: DueReviews
  /** Approval requests that the user can decide. */
  readonly approvals: { readonly count: number; readonly since: number | undefined }
  readonly expiringKeys: Readonly<Record<Environment, number>>
  /** Of the last seven days. */
  readonly emergencySignIns: number
  readonly nowMs: number
}

export function attentionOf(facts: AttentionFacts): readonly Attention[] {
  const { environment, stuck, reviews, approvals } = facts
  const pendingOf = { screen: 'verifications', filter: { status: 'pending', environment } } as const
  const errorsOf = { screen: 'verifications', filter: { status: 'error', environment } } as const
  const lines: readonly Attention[] = [
    ...serviceDown('provider_down', facts.provider),
    ...serviceDown('scoring_down', facts.scoring),
    ...problemsOf(facts.status, {
      ...facts,
      isServing: true,
      unshippedLog: [],
      lacksEntries: false,
    }).flatMap((problem) => lineOf(problem, facts)),
    line('jobs_failed', facts.failedJobs, { screen: 'system' }),
    line('verifications_stuck', stuck.count, pendingOf, { since: stuck.oldestAt, environment }),
    line('verification_errors', facts.errorsToday, errorsOf, { environment }),
    ...reviewsDue(reviews, environment),
    line('approvals_waiting', approvals.count, { screen: 'approvals' }, { since: approvals.since }),
    line('emergency_sign_ins', facts.emergencySignIns, emergencies),
    ...environments.map((one) =>
      line('keys_expiring', facts.expiringKeys[one], { screen: 'keys' }, { environment: one }),
    ),
  ]
  const order = (one: Attention) => attentionKinds.indexOf(one.kind)
  return lines.filter(({ count }) => count > 0).toSorted((one, other) => order(one) - order(other))
}

const emergencies = { screen: 'audit', filter: { action: 'user.emergency_sign_in' } } as const

/** A backlog has at least as many reviews as the line says, since counting stops there. */
function reviewsDue(
  { overdue, overdueSince: since, dueSoon }: DueReviews,
  environment: Environment,
): readonly Attention[] {
  const late = overdue < waitingCountedMax ? 'reviews_overdue' : 'overdue_backlog'
  const soon = dueSoon < dueSoonCountedMax ? 'reviews_due_soon' : 'due_soon_backlog'
  const waiting = { state: 'waiting' }
  const overdueOnes = { screen: 'reviews', filter: { ...waiting, overdue: 'true' } } as const
  return [
    line(late, overdue, overdueOnes, { since, environment }),
    line(soon, dueSoon, { screen: 'reviews', filter: waiting }, { environment }),
  ]
}

function serviceDown(
  kind: 'provider_down' | 'scoring_down',
  { state, downSince }: ServiceHealth,
): readonly Attention[] {
  if (state !== 'down') return []
  return [line(kind, 1, { screen: 'system' }, { since: downSince })]
}

/** Late backups may have failed, too; the health light then says that they are late. */
function kindOf({ state }: BackupStatus): AttentionKind {
  return state === 'overdue' ? 'backup_overdue' : 'backup_failing'
}

function lineOf(
  problem: Problem,
  { status, backups, nowMs }: AttentionFacts,
): readonly Attention[] {
  switch (problem.kind) {
    case 'server_not_running':
    case 'nodes_silent':
    case 'key_rotation_stalled':
    case 'master_key_unfinished':
    case 'master_key_behind':
    case 'entries_lost':
    // Fixed on the host, where `svc status` shows it.
    case 'recount_overdue':
    case 'log_not_shipped':
    // Shown by `serviceDown`.
    case 'provider_refuses':
    case 'provider_unreachable':
    case 'scoring_unreachable':
      return []
    case 'database_damaged':
      return [line(problem.kind, 1, { screen: 'system' }, { since: problem.at })]
    case 'master_key_source_lost':
    case 'storage_not_writable':
    case 'disk_low':
    case 'images_full':
    case 'images_near_full':
      return [line(problem.kind, 1, { screen: 'system' })]
    case 'audit_lags':
      return [
        line(problem.kind, problem.waiting, { screen: 'system' }, { since: problem.oldestAt }),
      ]
    case 'images_unreachable':
    case 'outgoing_paused':
      return [line(problem.kind, 1, { screen: 'system' }, { since: problem.since })]
    case 'backup_failing':
    case 'backup_overdue':
      return [line(kindOf(backups), 1, { screen: 'system' }, { since: problem.lastSuccessAt })]
    case 'jobs_overdue': {
      const since = nowMs - problem.ageMs
      return [line(problem.kind, status.jobs.due, { screen: 'system' }, { since })]
    }
    case 'usage_differs':
      return [line('usage_differs', problem.differences, { screen: 'usage' })]
    case 'webhook_failing': {
      const { kind, webhookId: id, failingSince: since, environment } = problem
      return [line(kind, 1, { screen: 'webhooks', id }, { since, environment })]
    }
    case 'deliveries_overdue': {
      const { kind, webhookId: id, ageMs } = problem
      const { due = 1, environment } = status.webhooks.find((one) => one.id === id) ?? {}
      return [line(kind, due, { screen: 'webhooks', id }, { since: nowMs - ageMs, environment })]
    }
  }
}

function line(
  kind: AttentionKind,
  count: number,
  { screen, id, filter = {} }: Partial<Attention['target']> & Pick<Attention['target'], 'screen'>,
  { since, environment }: Partial<Pick<Attention, 'since' | 'environment'>> = {},
): Attention {
  return { kind, count, since, environment, target: { screen, id, filter } }
}
