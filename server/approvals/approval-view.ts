// Reads which users can currently decide requests.

import { z } from 'zod'
import { fromJson } from '../db/columns.ts'
import type { Reader } from '../db/transaction.ts'
import type { DeciderRole } from './approval.ts'
import type { Decider } from './approval-policy.ts'

/** Returns undefined for users who are not active. */
export async function findDecider(db: Reader, userId: string): Promise<Decider | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'role'])
    .where('id', '=', userId)
    .where('state', '=', 'active')
    .executeTakeFirst()
}

/** Returns those of these users who are active. */
export async function listActive(
  db: Reader,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...new Set(userIds)])
    .where('state', '=', 'active')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Whether an active user with one of these roles exists other than `userIds`. */
export async function hasDeciderBeside(
  db: Reader,
  roles: readonly DeciderRole[],
  userIds: readonly string[],
): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('state', '=', 'active')
    .where('role', 'in', roles)
    .where('id', 'not in', userIds)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const roleChange = z.object({ previous_role: z.string().exactOptional() })

/**
 * Whether this user has disabled a possible decider, returned one to an invitation, or taken the role from one, since
 * `sinceMs`. Nobody may make
 * themselves the only one left to avoid an approval.
 */
export async function hasRemovedDecider(
  db: Reader,
  roles: readonly DeciderRole[],
  { userId, sinceMs }: { readonly userId: string; readonly sinceMs: number },
): Promise<boolean> {
  const rows = await db
    .selectFrom('audit_entries')
    .leftJoin('users', 'users.id', 'audit_entries.subject_id')
    .select(['audit_entries.action', 'audit_entries.details', 'users.role'])
    .where('audit_entries.actor_id', '=', userId)
    .where('audit_entries.action', 'in', [
      'user.disabled',
      'user.invited_again',
      'user.role_changed',
    ])
    .where('audit_entries.outcome', '=', 'done')
    .where('audit_entries.at', '>', sinceMs)
    .execute()
  return rows.some(({ action, details, role }) => {
    const lost = action === 'user.role_changed' ? fromJson(roleChange, details).previous_role : role
    return roles.some((one) => one === lost)
  })
}
