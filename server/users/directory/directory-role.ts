// Decides what the directory's word about a person is worth: the role that their groups give, and whether they showed a
// second factor there. Pure.

import type { DirectoryPerson } from '../../directory/directory.ts'
import { type Role, roles } from '../role.ts'

type RoleOfGroups =
  | { readonly kind: 'role'; readonly role: Role }
  /** No group gives a role, or several roles: nobody has two roles, see role.ts. */
  | { readonly kind: 'no_group' | 'several_roles' }

/** @param groupsOfRoles the groups that give each role; compared letter by letter */
export function roleOfGroups(
  groupsOfRoles: Readonly<Record<Role, readonly string[]>>,
  groups: readonly string[],
): RoleOfGroups {
  const given = roles.filter((role) => groupsOfRoles[role].some((one) => groups.includes(one)))
  const [role, another] = given
  if (role === undefined) return { kind: 'no_group' }
  return another === undefined ? { kind: 'role', role } : { kind: 'several_roles' }
}

/** Whether the directory vouches for a second factor. A list of the settings that is empty asks for nothing. */
export function isStrong(
  { acr, amr }: Pick<DirectoryPerson, 'acr' | 'amr'>,
  wanted: { readonly acrValues: readonly string[]; readonly amrValues: readonly string[] },
): boolean {
  const { acrValues, amrValues } = wanted
  if (acrValues.length === 0 && amrValues.length === 0) return false
  const hasAcr = acrValues.length === 0 || (acr !== undefined && acrValues.includes(acr))
  const hasAmr = amrValues.length === 0 || amrValues.some((value) => amr.includes(value))
  return hasAcr && hasAmr
}
