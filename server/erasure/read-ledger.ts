// Reads the whole erasure ledger, oldest entry first, a page at a time.

import type { Reader } from '../db/transaction.ts'
import type { ErasureEntry } from './erasure.ts'
import { findNewestErasure, listErasures } from './erasure-store.ts'

const entriesAtOnce = 500

export async function* readLedger(db: Reader): AsyncIterable<readonly ErasureEntry[]> {
  let after = ''
  for (;;) {
    const entries = await listErasures(db, { after, limit: entriesAtOnce })
    const last = entries.at(-1)
    if (last === undefined) return
    yield entries
    after = last.id
  }
}

/** undefined before the first erasure. */
export function newestErasureId(db: Reader): Promise<string | undefined> {
  return findNewestErasure(db)
}
