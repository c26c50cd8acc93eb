// JSON of the results of the checks, for `svc doctor --json` and the System page.

import { toIso } from '../kernel/clock.ts'
import type { CheckValues, DoctorResult } from './outcome.ts'
import { type GroupResult, groupResults, worstFirst } from './roll-up.ts'

function checkResultJson({ name, state, code, values = {}, items = [] }: DoctorResult) {
  return {
    name,
    state,
    /** Names the finding; its text stands in data/reference/checks. */
    code,
    /** The unit is last in each name; instants (`_at`) are ISO 8601. */
    values: valuesJson(values),
    /** What the finding is about: paths, hosts, ids, commands. */
    items: [...items],
  }
}

export type CheckResultJson = ReturnType<typeof checkResultJson>

function valuesJson(values: CheckValues): CheckValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      name.endsWith('_at') && typeof value === 'number' ? toIso(value) : value,
    ]),
  )
}

/** Groups and the checks in them, worst first. */
export function checkGroupsJson(results: readonly DoctorResult[]) {
  return worstFirst(groupResults(results)).map(checkGroupJson)
}

function checkGroupJson({ group, state, checks }: GroupResult) {
  return { group, state, checks: worstFirst(checks).map(checkResultJson) }
}

export type CheckGroupJson = ReturnType<typeof checkGroupJson>
