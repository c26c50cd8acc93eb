// What the System screen checks: each part of the appliance with a verdict, worst first. It rests on what is
// known already; nothing is tried out for it. What to do about a verdict is said by the console. Pure.

import { imageRoomState } from '../evidence/image-room.ts'
import type { AuditCopyStatus } from '../operations/audit-copy-policy.ts'
import type { DutyState } from '../operations/duty-log.ts'
import type { DiskUse } from '../operations/measure-disk.ts'
import type { Status } from '../operations/status-policy.ts'
import {
  type HealthState,
  jobsHealth,
  type OutsideHealth,
  usageHealth,
  webhooksHealth,
} from './health.ts'

export const checkNames = [
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
export type CheckName = (typeof checkNames)[number]

export interface SystemCheck {
  readonly name: CheckName
  readonly state: HealthState
  /** How many of what it looks at are not as they should be; undefined where nothing is counted. */
  readonly count: number | undefined
}

export interface CheckedFacts {
  readonly config: {
    readonly insecureHttp: boolean
    readonly staff: { readonly secondFactorRequired: boolean }
  }
  readonly status: Status
  readonly provider: OutsideHealth
  readonly scoring: OutsideHealth
  readonly failedJobs: number
  readonly disk: DiskUse
  readonly auditCopy: AuditCopyStatus
  readonly duties: readonly DutyState[]
}

const severity: readonly HealthState[] = ['down', 'attention', 'not_set_up', 'well']

export function checksOf(facts: CheckedFacts): readonly SystemCheck[] {
  const place = (state: HealthState) => severity.indexOf(state)
  return checkNames
    .map((name) => ({ name, ...verdictOf(name, facts) }))
    .toSorted((one, other) => place(one.state) - place(other.state))
}

function verdictOf(name: CheckName, facts: CheckedFacts): Omit<SystemCheck, 'name'> {
  const { config, status, failedJobs } = facts
  switch (name) {
    case 'disk':
      return uncounted(diskHealth(facts.disk))
    case 'images':
      return uncounted(imagesHealth[imageRoomState(facts.disk.images)])
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
      const count = facts.duties.filter(hasFailed).length
      return { state: count > 0 ? 'attention' : 'well', count }
    }
    case 'transport':
      return uncounted(config.insecureHttp ? 'attention' : 'well')
    case 'second_factor':
      return uncounted(config.staff.secondFactorRequired ? 'well' : 'attention')
    case 'audit_copy': {
      const { state, waiting } = facts.auditCopy
      return { state: auditCopyHealth[state], count: waiting }
    }
    case 'backups':
      // The product makes none yet.
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

/** A part of the reserve; more is not needed for the next commits and pictures. */
const nothingLeft = { part: 1 / 8, bytesMax: 250_000_000 }

export function diskHealth({
  freeBytes,
  reserveBytes,
  fault,
}: Pick<DiskUse, 'freeBytes' | 'reserveBytes' | 'fault'>): HealthState {
  const downBelowBytes = Math.min(reserveBytes * nothingLeft.part, nothingLeft.bytesMax)
  if (fault !== undefined || freeBytes < downBelowBytes) return 'down'
  return freeBytes < reserveBytes ? 'attention' : 'well'
}

/** Its last run has ended, and without a count. */
function hasFailed({ lastRun }: DutyState): boolean {
  return lastRun?.endedAt !== undefined && lastRun.count === undefined
}

function uncounted(state: HealthState): Omit<SystemCheck, 'name'> {
  return { state, count: undefined }
}
