// Queries of `audit_entries`: appends entries and reads them, nothing else.

import { fromJson, orNull, orUndefined } from '../db/columns.ts'
import { prepareInsert } from '../db/prepared-insert.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { AuditEntry, StoredEntry } from './audit.ts'
import { auditDetails } from './audit-details.ts'
import type { AuditTable } from './audit-table.ts'

export async function insertAuditEntries(trx: Trx, entries: readonly AuditEntry[]): Promise<void> {
  await insert.writeAll(trx, entries.map(toRow))
}

const insert = prepareInsert('audit_entries')

function toRow(entry: AuditEntry): AuditTable {
  return {
    sequence: entry.sequence,
    id: entry.id,
    at: entry.at,
    actor_kind: entry.actor.kind,
    actor_id: orNull(entry.actor.id),
    action: entry.action,
    subject_kind: orNull(entry.subject?.kind),
    subject_id: orNull(entry.subject?.id),
    outcome: entry.outcome,
    client_address: orNull(entry.clientAddress),
    request_id: orNull(entry.requestId),
    details: JSON.stringify(entry.details),
    key_id: entry.keyId,
    previous_hash: entry.previousHash,
    hash: entry.hash,
  }
}

export async function findHashAt(db: Reader, sequence: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('audit_entries')
    .select('hash')
    .where('sequence', '=', sequence)
    .executeTakeFirst()
  return row?.hash
}

/** Returns those of the hashes that an entry has. Reads the whole log, because hashes have no index. */
export async function listExistingHashes(
  db: Reader,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('audit_entries')
    .select('hash')
    .where('hash', 'in', hashes)
    .execute()
  return new Set(rows.map(({ hash }) => hash))
}

/** Returns the entries after sequence number `after`, in order; for reading the whole log. */
export async function readStoredEntries(
  db: Reader,
  after: number,
  limit: number,
): Promise<readonly StoredEntry[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(limit)
    .execute()
  return rows.map(toStoredEntry)
}

export function toStoredEntry(row: AuditTable): StoredEntry {
  return {
    sequence: row.sequence,
    id: row.id,
    subjectId: orUndefined(row.subject_id),
    hash: row.hash,
    previousHash: row.previous_hash,
    entry: parseRow(row),
  }
}

export function toAuditEntry(row: AuditTable): AuditEntry {
  const { subject_kind, subject_id } = row
  return {
    sequence: row.sequence,
    id: row.id,
    at: row.at,
    actor: { kind: row.actor_kind, id: orUndefined(row.actor_id) },
    action: row.action,
    subject:
      subject_kind === null || subject_id === null
        ? undefined
        : { kind: subject_kind, id: subject_id },
    outcome: row.outcome,
    clientAddress: orUndefined(row.client_address),
    requestId: orUndefined(row.request_id),
    details: fromJson(auditDetails, row.details),
    keyId: row.key_id,
    previousHash: row.previous_hash,
    hash: row.hash,
  }
}

/** Returns undefined for details that do not fit their schema: tampering to be reported, not an error. */
function parseRow(row: AuditTable): AuditEntry | undefined {
  try {
    const entry = toAuditEntry(row)
    return JSON.stringify(entry.details) === row.details ? entry : undefined
  } catch {
    return undefined
  }
}
