// Reads the audit log with filters: newest first by page for people, oldest first for exports.

import type { SelectQueryBuilder } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Reader, Readers } from '../db/transaction.ts'
import type { PageRequest } from '../kernel/page.ts'
import type { AuditAction, AuditEntry, StoredEntry } from './audit.ts'
import { type AuditSpan, findAuditSpan } from './audit-span.ts'
import { toAuditEntry, toStoredEntry } from './audit-store.ts'

export interface AuditFilter {
  readonly actorId?: string | undefined
  readonly subjectId?: string | undefined
  readonly action?: AuditAction | undefined
  /** Half open, milliseconds. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** Returns the reader for a list with this filter. With two conditions one is tested row by row, in a thread. */
export function readerOfEntries(
  { reader, longReader }: Readers,
  { actorId, subjectId, action }: AuditFilter,
): Reader {
  const given = [actorId, subjectId, action].filter((value) => value !== undefined)
  return given.length > 1 ? longReader : reader
}

/** Returns entries newest first, and one more than the page's limit if there is one. */
export async function listAuditEntries(
  db: Reader,
  filter: AuditFilter,
  page: PageRequest,
): Promise<readonly AuditEntry[]> {
  const { after } = page
  let query = narrow(db.selectFrom('audit_entries').selectAll(), filter, await spanOf(db, filter))
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

/** Returns stored entries after sequence number `after`, oldest first, damaged ones included. */
export async function listStoredEntries(
  db: Reader,
  filter: AuditFilter,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly StoredEntry[]> {
  const rows = await narrow(
    db.selectFrom('audit_entries').selectAll().where('sequence', '>', after),
    filter,
    await spanOf(db, filter),
  )
    .orderBy('sequence')
    .limit(limit)
    .execute()
  return rows.map(toStoredEntry)
}

async function spanOf(db: Reader, { from, to }: AuditFilter): Promise<AuditSpan | undefined> {
  return from === undefined && to === undefined ? undefined : findAuditSpan(db, { from, to })
}

function narrow<Row>(
  unfiltered: SelectQueryBuilder<Schema, 'audit_entries', Row>,
  { actorId, subjectId, action, from, to }: AuditFilter,
  span: AuditSpan | undefined,
) {
  let query = unfiltered
  if (span !== undefined) {
    query = query.where('sequence', '>=', span.first).where('sequence', '<', span.end)
  }
  if (actorId !== undefined) query = query.where('actor_id', '=', actorId)
  if (subjectId !== undefined) query = query.where('subject_id', '=', subjectId)
  if (action !== undefined) query = query.where('action', '=', action)
  if (from !== undefined) query = query.where('at', '>=', from)
  if (to !== undefined) query = query.where('at', '<', to)
  return query
}

/** Returns, for each subject, its last entry with one of these actions, if there is one. */
export async function findLastEntries(
  db: Reader,
  subjectIds: readonly string[],
  actions: readonly AuditAction[],
): Promise<readonly StoredEntry[]> {
  if (subjectIds.length === 0) return []
  const rows = await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('sequence', 'in', (inner) =>
      inner
        .selectFrom('audit_entries as inner_entry')
        .select(({ fn }) => fn.max('inner_entry.sequence').as('last'))
        .where('inner_entry.subject_id', 'in', subjectIds)
        .where('inner_entry.action', 'in', actions)
        .groupBy('inner_entry.subject_id'),
    )
    .execute()
  return rows.map(toStoredEntry)
}
