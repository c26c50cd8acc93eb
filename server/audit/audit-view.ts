// The audit log as people read it, filtered: newest first a page at a time, or oldest first for an export.

import type { SelectQueryBuilder } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Reader } from '../db/transaction.ts'
import type { PageRequest } from '../kernel/page.ts'
import type { AuditAction, AuditEntry } from './audit.ts'
import { type AuditSpan, findAuditSpan } from './audit-span.ts'
import { type KeptEntry, toAuditEntry, toKeptEntry } from './audit-store.ts'

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

/** Oldest first, those that come after `after`, as the database has them. */
export async function listKeptEntries(
  db: Reader,
  filter: AuditFilter,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly KeptEntry[]> {
  const rows = await narrow(
    db.selectFrom('audit_entries').selectAll().where('sequence', '>', after),
    filter,
    await spanOf(db, filter),
  )
    .orderBy('sequence')
    .limit(limit)
    .execute()
  return rows.map(toKeptEntry)
}

async function spanOf(db: Reader, { from, to }: AuditFilter): Promise<AuditSpan | undefined> {
  return from === undefined && to === undefined ? undefined : findAuditSpan(db, { from, to })
}

function narrow<Row>(
  asked: SelectQueryBuilder<Schema, 'audit_entries', Row>,
  { actorId, subjectId, action, from, to }: AuditFilter,
  span: AuditSpan | undefined,
) {
  let query = asked
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

/** The last entry with one of these actions on each of these subjects, as far as there is one. */
export async function findLastEntries(
  db: Reader,
  subjectIds: readonly string[],
  actions: readonly AuditAction[],
): Promise<readonly KeptEntry[]> {
  if (subjectIds.length === 0) return []
  const rows = await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('sequence', 'in', (inner) =>
      inner
        .selectFrom('audit_entries as word')
        .select(({ fn }) => fn.max('word.sequence').as('last'))
        .where('word.subject_id', 'in', subjectIds)
        .where('word.action', 'in', actions)
        .groupBy('word.subject_id'),
    )
    .execute()
  return rows.map(toKeptEntry)
}
