// Computes the health of each part of the appliance for the overview. Pure.

import type { CircuitState } from '../../egress/circuit-breaker.ts'
import type {
  OperatorReason,
  ServiceRecord,
} from '../../operations/status/service-status-policy.ts'
import { type ApplianceStatus, overdueAfterMs } from '../../operations/status/status-policy.ts'

/** `attention`: works, but an operator should check it. `down`: does not work at present. */
type HealthState = 'well' | 'attention' | 'down' | 'not_set_up'

/** Health of the identity provider or the scoring engine. */
export interface ServiceHealth {
  readonly state: HealthState
  /** What the operator has to fix; undefined unless the service refuses our calls. */
  readonly refusedBecause: OperatorReason | undefined
  /** When the circuit breaker opened or the refusals began; undefined unless down. */
  readonly downSince: number | undefined
  /** When the circuit breaker will try one call. */
  readonly probeAt: number | undefined
  readonly failuresInRow: number
}

const quiet = {
  refusedBecause: undefined,
  downSince: undefined,
  probeAt: undefined,
  failuresInRow: 0,
}

/**
 * While the circuit breaker is not closed, its state counts; otherwise the recorded results of recent calls, which
 * other processes see too.
 */
export function serviceHealth(
  part: { circuit?(): CircuitState } | undefined,
  record: ServiceRecord,
): ServiceHealth {
  if (part === undefined) return { ...quiet, state: 'not_set_up' }
  const circuit = part.circuit?.()
  switch (circuit?.kind) {
    case undefined:
    case 'closed':
      return recordedHealth(record)
    case 'open':
      return { ...quiet, state: 'down', downSince: circuit.openedAt, probeAt: circuit.probeAt }
    case 'half_open':
      return { ...quiet, state: 'down', downSince: circuit.openedAt }
  }
}

function recordedHealth(record: ServiceRecord): ServiceHealth {
  switch (record.kind) {
    case 'well':
      return { ...quiet, state: 'well' }
    case 'failing':
      return { ...quiet, state: 'attention', failuresInRow: record.failuresInRow }
    case 'unreachable': {
      const { since: downSince, failuresInRow } = record
      return { ...quiet, state: 'down', downSince, failuresInRow }
    }
    case 'refusing':
      return { ...quiet, state: 'down', downSince: record.since, refusedBecause: record.reason }
  }
}

export function webhooksHealth({ webhooks }: Pick<ApplianceStatus, 'webhooks'>): HealthState {
  if (webhooks.length === 0) return 'not_set_up'
  const failing = webhooks.filter(({ failingSince }) => failingSince !== undefined).length
  if (failing === webhooks.length) return 'down'
  const isLate = webhooks.some(({ oldestDueAgeMs }) => oldestDueAgeMs > overdueAfterMs)
  return failing > 0 || isLate ? 'attention' : 'well'
}

export function jobsHealth({ jobs }: Pick<ApplianceStatus, 'jobs'>, failed: number): HealthState {
  if (jobs.oldestDueAgeMs > overdueAfterMs) return 'down'
  return failed > 0 ? 'attention' : 'well'
}

export function usageHealth({ usage }: Pick<ApplianceStatus, 'usage'>): HealthState {
  return usage.differences > 0 ? 'attention' : 'well'
}
