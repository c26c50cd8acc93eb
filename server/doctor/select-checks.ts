// Chooses the checks to make, by names of checks and groups. Pure.

import { checkGroups, type DoctorCheckName, doctorChecks } from './check-names.ts'

interface Choice {
  /** Names of checks and groups; undefined for all. */
  readonly only?: readonly string[] | undefined
  readonly skip?: readonly string[] | undefined
}

export function selectChecks({ only, skip = [] }: Choice): ReadonlySet<DoctorCheckName> {
  const isIn = (list: readonly string[], { name, group }: (typeof doctorChecks)[number]) =>
    list.includes(name) || list.includes(group)
  const chosen = doctorChecks.filter(
    (check) => (only === undefined || isIn(only, check)) && !isIn(skip, check),
  )
  return new Set(chosen.map(({ name }) => name))
}

/** Returns the names that are neither a check nor a group. */
export function unknownChecks(names: readonly string[]): readonly string[] {
  const known = new Set<string>([...checkGroups, ...doctorChecks.map(({ name }) => name)])
  return names.filter((name) => !known.has(name))
}
