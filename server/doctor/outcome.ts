// The outcome of a check: its state, which finding it is, and the values of the finding. Texts stand in
// data/reference/checks. Pure.

import type { CheckGroup, CheckState, DoctorCheckName } from './check-names.ts'

/**
 * The unit is last in the name of a value: `_bytes`, `_ms`, `_at` (epoch milliseconds); others are shown as they are.
 */
export type CheckValues = Readonly<Record<string, string | number>>

export interface DoctorOutcome {
  readonly state: CheckState
  /** Names the finding in the texts of the check, or in those that all checks share. */
  readonly code: string
  readonly values?: CheckValues
  /** What the finding is about, one line each: paths, hosts, ids. Never personal data, never a secret. */
  readonly items?: readonly string[]
}

export interface DoctorResult extends DoctorOutcome {
  readonly name: DoctorCheckName
  readonly group: CheckGroup
}

type More = Pick<DoctorOutcome, 'values' | 'items'>

export function well(more: More = {}, code = 'well'): DoctorOutcome {
  return { state: 'well', code, ...more }
}

export function warning(code: string, more: More = {}): DoctorOutcome {
  return { state: 'warning', code, ...more }
}

export function failed(code: string, more: More = {}): DoctorOutcome {
  return { state: 'failed', code, ...more }
}

export function notSetUp(more: More = {}): DoctorOutcome {
  return { state: 'not_set_up', code: 'not_set_up', ...more }
}

export function skipped(code: string, more: More = {}): DoctorOutcome {
  return { state: 'skipped', code, ...more }
}
