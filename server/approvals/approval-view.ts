// Who of the staff could decide about a request: read from the members as they are at this moment.

import { z } from 'zod'
import { fromJson, orUndefined } from '../db/columns.ts'
import type { Reader } from '../db/transaction.ts'
import { type DeciderRole, kindsDecidedBy } from './approval.ts'
import type { Decider } from './approval-policy.ts'

/** undefined for members whose account is not active. */
export async function findDecider(db: Reader, memberId: string): Promise<Decider | undefined> {
  return db
    .selectFrom('staff_members')
    .select(['id', 'role'])
    .where('id', '=', memberId)
    .where('state', '=', 'active')
    .executeTakeFirst()
}

/** Whether an active member of one of these roles exists besides those named. */
export async function hasDeciderBeside(
  db: Reader,
  roles: readonly DeciderRole[],
  memberIds: readonly string[],
): Promise<boolean> {
  const row = await db
    .selectFrom('staff_members')
    .select('id')
    .where('state', '=', 'active')
    .where('role', 'in', roles)
    .where('id', 'not in', memberIds)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const roleChange = z.object({ previous_role: z.string().exactOptional() })

/**
 * Whether this member has lately disabled somebody who could have decided, or taken the role from them.
 * Nobody becomes the only one left by their own hand.
 */
export async function hasRemovedDecider(
  db: Reader,
  roles: readonly DeciderRole[],
  { memberId, sinceMs }: { readonly memberId: string; readonly sinceMs: number },
): Promise<boolean> {
  const rows = await db
    .selectFrom('audit_entries')
    .leftJoin('staff_members', 'staff_members.id', 'audit_entries.subject_id')
    .select(['audit_entries.action', 'audit_entries.details', 'staff_members.role'])
    .where('audit_entries.actor_id', '=', memberId)
    .where('audit_entries.action', 'in', ['staff.disabled', 'staff.role_changed'])
    .where('audit_entries.outcome', '=', 'done')
    .where('audit_entries.at', '>', sinceMs)
    .execute()
  return rows.some(({ action, details, role }) => {
    const lost = action === 'staff.disabled' ? role : fromJson(roleChange, details).previous_role
    return roles.some((one) => one === lost)
  })
}

/** Names of members, by id. */
export async function readMemberNames(
  db: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('staff_members')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** How many wait for this member, and since when the oldest does. */
export async function countWaitingFor(
  db: Reader,
  { id: memberId, role }: Decider,
  nowMs: number,
): Promise<{ readonly count: number; readonly since: number | undefined }> {
  const kinds = kindsDecidedBy(role)
  if (kinds.length === 0) return { count: 0, since: undefined }
  const row = await db
    .selectFrom('approvals')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min<number | null>('requested_at').as('since'),
    ])
    .where('state', '=', 'pending')
    .where('expires_at', '>', nowMs)
    .where('kind', 'in', kinds)
    .where('requested_by', '!=', memberId)
    .where('subject_id', '!=', memberId)
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), since: orUndefined(row.since) }
}
