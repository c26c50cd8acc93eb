// Counts the requests that wait for a user.

import type { Reader } from '../db/transaction.ts'
import { kindsDecidedBy } from './approval.ts'
import type { Decider } from './approval-policy.ts'
import { listTied, type TieNeeds } from './one-person.ts'

/**
 * Returns how many requests this user can decide, and since when the oldest waits. Those that somebody else must
 * approve are left out.
 */
export async function countWaitingFor(
  needs: TieNeeds,
  db: Reader,
  { id: userId, role }: Decider,
): Promise<{ readonly count: number; readonly since: number | undefined }> {
  const kinds = kindsDecidedBy(role)
  if (kinds.length === 0) return { count: 0, since: undefined }
  const rows = await db
    .selectFrom('approvals')
    .select(['kind', 'requested_by', 'requested_at', 'subject_kind', 'subject_id'])
    .where('state', '=', 'pending')
    .where('expires_at', '>', needs.clock.now())
    .where('kind', 'in', kinds)
    .where('requested_by', '!=', userId)
    .where('subject_id', '!=', userId)
    .orderBy('requested_at')
    .execute()
  const requests = rows.map((row) => ({
    kind: row.kind,
    requestedBy: row.requested_by,
    requestedAt: row.requested_at,
    subject: { kind: row.subject_kind, id: row.subject_id },
  }))
  const tied = await listTied(needs, db, requests, userId)
  const waiting = requests.filter((request) => !tied.has(request))
  return { count: waiting.length, since: waiting[0]?.requestedAt }
}
