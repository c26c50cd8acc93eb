// The environments whose verifications a user may see: developers see the sandbox, where there are no customers. Pure;
// the console imports it, and so it imports no more than types and the list of environments.

import { type Environment, environments } from '../kernel/environment.ts'
import type { Permission } from './role.ts'

/** @param may whether the user has a permission */
export function readableEnvironments(
  may: (permission: Permission) => boolean,
): readonly Environment[] {
  if (may('verifications.read')) return environments
  return may('verifications.read_sandbox') ? ['sandbox'] : []
}
