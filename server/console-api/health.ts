// The small lights of the overview: what state each part of the appliance is in, in closed words. Pure.

import type { OperatorReason, OutsideRecord } from '../operations/outside-policy.ts'
import { overdueAfterMs, type Status } from '../operations/status-policy.ts'
import type { CircuitState } from '../providers/circuit-breaker.ts'

/** `attention`: works, and somebody should look. `down`: does not work at present. */
export const healthStates = ['well', 'attention', 'down', 'not_set_up'] as const
export type HealthState = (typeof healthStates)[number]

/** Something outside that is asked, or nothing of the kind. */
export interface OutsideHealth {
  readonly state: HealthState
  /** What an operator has to mend; undefined where it does not refuse. */
  readonly refusedBecause: OperatorReason | undefined
  /** Since when it is not called, or refuses; undefined where neither is so. */
  readonly downSince: number | undefined
  /** When one call will be tried. */
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
 * What this process knows of it while it is not called; otherwise what is on record, as every other process
 * tells it.
 */
export function outsideHealth(
  part: { circuit?(): CircuitState } | undefined,
  record: OutsideRecord,
): OutsideHealth {
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

function recordedHealth(record: OutsideRecord): OutsideHealth {
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

export function webhooksHealth({ webhooks }: Pick<Status, 'webhooks'>): HealthState {
  if (webhooks.length === 0) return 'not_set_up'
  const failing = webhooks.filter(({ failingSince }) => failingSince !== undefined).length
  if (failing === webhooks.length) return 'down'
  const isLate = webhooks.some(({ oldestDueAgeMs }) => oldestDueAgeMs > overdueAfterMs)
  return failing > 0 || isLate ? 'attention' : 'well'
}

export function jobsHealth({ jobs }: Pick<Status, 'jobs'>, failed: number): HealthState {
  if (jobs.oldestDueAgeMs > overdueAfterMs) return 'down'
  return failed > 0 ? 'attention' : 'well'
}

export function usageHealth({ usage }: Pick<Status, 'usage'>): HealthState {
  return usage.differences > 0 ? 'attention' : 'well'
}
