// The small lights of the overview: what state each part of the appliance is in, in closed words. Pure.

import { overdueAfterMs, type Status } from '../operations/status-policy.ts'
import type { CircuitState } from '../providers/circuit-breaker.ts'

/** `attention`: works, and somebody should look. `down`: does not work at present. */
export const healthStates = ['well', 'attention', 'down', 'not_set_up'] as const
export type HealthState = (typeof healthStates)[number]

/** Something outside that is asked, or nothing of the kind. */
export interface OutsideHealth {
  readonly state: HealthState
  /** Since when it is not called; undefined while it is. */
  readonly downSince: number | undefined
  /** When one call will be tried. */
  readonly probeAt: number | undefined
  readonly failuresInRow: number
}

/** What is asked without a guard counts as well: nothing is known against it. */
export function outsideHealth(part: { circuit?(): CircuitState } | undefined): OutsideHealth {
  const quiet = { downSince: undefined, probeAt: undefined, failuresInRow: 0 }
  if (part === undefined) return { ...quiet, state: 'not_set_up' }
  const circuit = part.circuit?.()
  switch (circuit?.kind) {
    case undefined:
      return { ...quiet, state: 'well' }
    case 'closed': {
      const { failuresInRow } = circuit
      return { ...quiet, state: failuresInRow > 0 ? 'attention' : 'well', failuresInRow }
    }
    case 'open':
      return { ...quiet, state: 'down', downSince: circuit.openedAt, probeAt: circuit.probeAt }
    case 'half_open':
      return { ...quiet, state: 'down', downSince: circuit.openedAt }
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
