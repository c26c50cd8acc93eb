// Reads how late entries of the audit log were written: every process of the product writes there.

import type { Reader } from '../db/transaction.ts'

/** Instants of entries; undefined as long as there is none. */
export interface EntryTimes {
  /** Of the entry that was written last. */
  readonly newestAt: number | undefined
  /** Of all entries: the clock may have been ahead once. */
  readonly latestAt: number | undefined
}

export async function readEntryTimes(db: Reader): Promise<EntryTimes> {
  const entries = db.selectFrom('audit_entries').select('at').limit(1)
  const newest = await entries.orderBy('sequence', 'desc').executeTakeFirst()
  // Ids sort by time and have an index.
  const latest = await entries.orderBy('id', 'desc').executeTakeFirst()
  return { newestAt: newest?.at, latestAt: latest?.at }
}
