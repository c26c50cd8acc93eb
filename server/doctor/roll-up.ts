// Rolls results up: a group is as bad as its worst check, the whole as its worst group. Pure.

import { type CheckGroup, type CheckState, checkGroups, checkStates } from './check-names.ts'
import type { DoctorResult } from './outcome.ts'

export interface GroupResult<Result extends Pick<DoctorResult, 'state' | 'group'> = DoctorResult> {
  readonly group: CheckGroup
  readonly state: CheckState
  /** In the order of the list. */
  readonly checks: readonly Result[]
}

/** A group whose checks are partly not set up or skipped is well if the others are. */
export function worstOf(states: readonly CheckState[]): CheckState {
  const finding = checkStates.slice(0, 2).find((state) => states.includes(state))
  if (finding !== undefined) return finding
  if (states.includes('well')) return 'well'
  return states.includes('not_set_up') ? 'not_set_up' : 'skipped'
}

/** In the order of the list; groups without a check are left out. */
export function groupResults<Result extends Pick<DoctorResult, 'state' | 'group'>>(
  results: readonly Result[],
): readonly GroupResult<Result>[] {
  return checkGroups.flatMap((group) => {
    const checks = results.filter((one) => one.group === group)
    if (checks.length === 0) return []
    return [{ group, state: worstOf(checks.map(({ state }) => state)), checks }]
  })
}

/** Stable, so that equals stay in the order of the list. */
export function worstFirst<One extends { readonly state: CheckState }>(
  list: readonly One[],
): readonly One[] {
  const place = ({ state }: One) => checkStates.indexOf(state)
  return list.toSorted((one, other) => place(one) - place(other))
}

export function isFinding({ state }: { readonly state: CheckState }): boolean {
  return state === 'failed' || state === 'warning'
}
