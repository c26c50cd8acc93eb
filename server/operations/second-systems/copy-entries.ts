// Copies the next entries of the audit log and then stores the progress: if the process ends in between, they are
// copied twice, but never skipped.

import { auditEntryJson } from '../../audit/audit-json.ts'
import { listStoredEntries } from '../../audit/audit-view.ts'
import { type Db, inTransaction } from '../../db/transaction.ts'
import type { AuditCopyTarget } from './audit-copy-policy.ts'
import { keepCopiedTo } from './audit-copy-store.ts'
import { readCopyPlace } from './audit-lag-view.ts'
import type { CopyTarget } from './copy-target.ts'

/** About ten milliseconds of work between two turns of the event loop. */
const entriesAtOnce = 250

/** `more`: there are more entries. `little_room`: the target took only some. `no_room`: it took none. */
type CopyStep = 'all' | 'more' | 'little_room' | 'no_room'

/** @throws errors of the file system and of the database */
export async function copyNextEntries(
  { db }: { readonly db: Db },
  name: AuditCopyTarget,
  target: CopyTarget,
): Promise<CopyStep> {
  const { copiedTo: after } = await readCopyPlace(db.reader, name)
  const rows = await listStoredEntries(db.reader, {}, { after, limit: entriesAtOnce })
  if (rows.length === 0) return 'all'
  await db.synced()
  const written = await target.append(rows.map(lineOf))
  const last = rows[written - 1]
  if (last === undefined) return 'no_room'
  await inTransaction(db, (trx) => keepCopiedTo(trx, name, last.sequence))
  if (written < rows.length) return 'little_room'
  return rows.length < entriesAtOnce ? 'all' : 'more'
}

/** Returns the line that `svc audit export` writes. A damaged entry is copied with its hashes. */
function lineOf(row: Awaited<ReturnType<typeof listStoredEntries>>[number]): string {
  const { entry, id, sequence, previousHash, hash } = row
  const shown =
    entry === undefined
      ? { id, sequence, damaged: true, previous_hash: previousHash, hash }
      : auditEntryJson(entry)
  return `${JSON.stringify(shown)}\n`
}
