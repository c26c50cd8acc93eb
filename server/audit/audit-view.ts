// The audit log as people read it: newest first, filtered, a page at a time.

import type { Reader } from '../db/transaction.ts'
import type { PageRequest } from '../kernel/page.ts'
import type { AuditAction, AuditEntry } from './audit.ts'
import { toAuditEntry } from './audit-store.ts'

export interface AuditFilter {
  readonly actorId?: string | undefined
  readonly subjectId?: string | undefined
  readonly action?: AuditAction | undefined
  /** Half open, milliseconds. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** One more row than asked for, where there is one. */
export async function listAuditEntries(
  db: Reader,
  filter: AuditFilter,
  page: PageRequest,
): Promise<readonly AuditEntry[]> {
  const { actorId, subjectId, action, from, to } = filter
  const { after } = page
  let query = db.selectFrom('audit_entries').selectAll()
  if (actorId !== undefined) query = query.where('actor_id', '=', actorId)
  if (subjectId !== undefined) query = query.where('subject_id', '=', subjectId)
  if (action !== undefined) query = query.where('action', '=', action)
  if (from !== undefined) query = query.where('at', '>=', from)
  if (to !== undefined) query = query.where('at', '<', to)
  if (after !== undefined) {
    query = query.where('sequence', '<', (inner) =>
      inner
        .selectFrom('audit_entries as last')
        .select('last.sequence')
        .where('last.id', '=', after),
    )
  }
  const rows = await query
    .orderBy('sequence', 'desc')
    .limit(page.limit + 1)
    .execute()
  return rows.map(toAuditEntry)
}
