// Reads one part of an export of the audit log in pieces, between which the event loop gets a turn: parsing an entry
// takes longer than reading it.

import type { Reader } from '../db/transaction.ts'
import { createTurns } from '../kernel/turns.ts'
import type { StoredEntry } from './audit.ts'
import type { AuditExportRequest } from './audit-input.ts'
import { listStoredEntries } from './audit-view.ts'

const rowsAtOnce = 200

/** Returns the entries of the part, oldest first, damaged ones included. */
export async function readExportPart(
  db: Reader,
  { filter, after, limit }: AuditExportRequest,
): Promise<readonly StoredEntry[]> {
  const giveTurn = createTurns()
  const rows: StoredEntry[] = []
  for (;;) {
    const wanted = Math.min(rowsAtOnce, limit - rows.length)
    const last = rows.at(-1)?.sequence ?? after
    const some = await listStoredEntries(db, filter, { after: last, limit: wanted })
    rows.push(...some)
    await giveTurn()
    if (some.length < wanted || rows.length === limit) return rows
  }
}
