// Copies the next entries of the audit log, and then keeps how far that is: whatever ends the process in between has
// them copied twice, and never not at all.

import { auditEntryJson } from '../audit/audit-json.ts'
import { listKeptEntries } from '../audit/audit-view.ts'
import { type Db, inTransaction } from '../db/transaction.ts'
import { keepCopiedTo } from './audit-copy-store.ts'
import { readCopyPlace } from './audit-lag-view.ts'
import type { CopyTarget } from './copy-target.ts'

/** Some ten milliseconds of work; others are served between two of them. */
export const entriesAtOnce = 250

/** `more`: there is more at once. `little_room`: only some fitted in. `no_room`: none did. */
export type CopyStep = 'all' | 'more' | 'little_room' | 'no_room'

/** @throws errors of the file system and of the database */
export async function copyNextEntries(
  { db }: { readonly db: Db },
  target: CopyTarget,
): Promise<CopyStep> {
  const { copiedTo: after } = await readCopyPlace(db.reader)
  const rows = await listKeptEntries(db.reader, {}, { after, limit: entriesAtOnce })
  if (rows.length === 0) return 'all'
  const written = await target.append(rows.map(lineOf))
  const last = rows[written - 1]
  if (last === undefined) return 'no_room'
  await inTransaction(db, (trx) => keepCopiedTo(trx, last.sequence))
  if (written < rows.length) return 'little_room'
  return rows.length < entriesAtOnce ? 'all' : 'more'
}

/** As `svc audit export` writes it. One that no longer reads as an entry keeps its place in the chain. */
function lineOf(row: Awaited<ReturnType<typeof listKeptEntries>>[number]): string {
  const { entry, id, sequence, previousHash, hash } = row
  const shown =
    entry === undefined
      ? { id, sequence, damaged: true, previous_hash: previousHash, hash }
      : auditEntryJson(entry)
  return `${JSON.stringify(shown)}\n`
}
