// The checks of the System screen: the health of each part of the appliance, worst first. They use known facts and call
// nothing; the console explains what to do. Pure.

import { imageStorageState } from '../../images/image-storage-state.ts'
import type { AuditCopyStatus } from '../../operations/audit-copy-policy.ts'
import type { DiskUse } from '../../operations/measure-disk.ts'
import type { ApplianceStatus } from '../../operations/status-policy.ts'
import type { ScheduledTaskState } from '../../operations/task-log.ts'
import {
  type HealthState,
  jobsHealth,
  type ServiceHealth,
  usageHealth,
  webhooksHealth,
} from '../overview/health.ts'

export const systemCheckNames = [
  'disk',
  'images',
  'jobs',
  'provider',
  'scoring',
  'webhooks',
  'usage',
  'schedule',
  'transport',
  'second_factor',
  'audit_copy',
  'backups',
] as const
export type SystemCheckName = (typeof systemCheckNames)[number]

export interface SystemCheck {
  readonly name: SystemCheckName
  readonly state: HealthState
  /** Number of faults; undefined for checks that count nothing. */
  readonly count: number | undefined
}

export interface CheckedFacts {
  readonly config: {
    readonly insecureHttp: boolean
    readonly users: { readonly secondFactorRequired: boolean }
  }
  readonly status: ApplianceStatus
  readonly provider: ServiceHealth
  readonly scoring: ServiceHealth
  readonly failedJobs: number
  readonly disk: DiskUse
  readonly auditCopy: AuditCopyStatus
  readonly scheduledTasks: readonly ScheduledTaskState[]
}

const severity: readonly HealthState[] = ['down', 'attention', 'not_set_up', 'well']

export function systemChecksOf(facts: CheckedFacts): readonly SystemCheck[] {
  const place = (state: HealthState) => severity.indexOf(state)
  return systemCheckNames
    .map((name) => ({ name, ...verdictOf(name, facts) }))
    .toSorted((one, other) => place(one.state) - place(other.state))
}

function verdictOf(name: SystemCheckName, facts: CheckedFacts): Omit<SystemCheck, 'name'> {
  const { config, status, failedJobs } = facts
  switch (name) {
    case 'disk':
      return uncounted(diskHealth(facts.disk))
    case 'images':
      return uncounted(imagesHealth[imageStorageState(facts.disk.images)])
    case 'jobs': {
      const state = jobsHealth(status, failedJobs)
      return { state, count: state === 'down' ? status.jobs.due : failedJobs }
    }
    case 'provider':
      return uncounted(facts.provider.state)
    case 'scoring':
      return uncounted(facts.scoring.state)
    case 'webhooks': {
      const failing = status.webhooks.filter(({ failingSince }) => failingSince !== undefined)
      return { state: webhooksHealth(status), count: failing.length }
    }
    case 'usage':
      return { state: usageHealth(status), count: status.usage.differences }
    case 'schedule': {
      const count = facts.scheduledTasks.filter(hasFailed).length
      return { state: count > 0 ? 'attention' : 'well', count }
    }
    case 'transport':
      return uncounted(config.insecureHttp ? 'attention' : 'well')
    case 'second_factor':
      return uncounted(config.users.secondFactorRequired ? 'well' : 'attention')
    case 'audit_copy': {
      const { state, waiting } = facts.auditCopy
      return { state: auditCopyHealth[state], count: waiting }
    }
    case 'backups':
      // The product does not make backups yet.
      return uncounted('not_set_up')
  }
}

const auditCopyHealth = {
  not_set_up: 'not_set_up',
  well: 'well',
  lags: 'attention',
  stops: 'down',
} as const

const imagesHealth = { enough: 'well', near_full: 'attention', full: 'down' } as const

/** Below this part of the reserve (at most 250 MB), the next commits and images may not fit. */
const nothingLeft = { part: 1 / 8, bytesMax: 250_000_000 }

function diskHealth({
  freeBytes,
  reserveBytes,
  fault,
}: Pick<DiskUse, 'freeBytes' | 'reserveBytes' | 'fault'>): HealthState {
  const downBelowBytes = Math.min(reserveBytes * nothingLeft.part, nothingLeft.bytesMax)
  if (fault !== undefined || freeBytes < downBelowBytes) return 'down'
  return freeBytes < reserveBytes ? 'attention' : 'well'
}

/** A run that failed has ended without a count. */
function hasFailed({ lastRun }: ScheduledTaskState): boolean {
  return lastRun?.endedAt !== undefined && lastRun.count === undefined
}

function uncounted(state: HealthState): Omit<SystemCheck, 'name'> {
  return { state, count: undefined }
}
