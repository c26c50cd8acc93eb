// Reads the whole erasure ledger, oldest entry first, a page at a time.

import type { Reader } from '../db/transaction.ts'
import type { ErasureEntry } from './erasure.ts'
import { countErasures, findNewestErasure, listErasureIds, listErasures } from './erasure-store.ts'

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

const idsAtOnce = 5_000

/** Yields the ids of all entries, oldest first, a page at a time. */
export async function* readErasureIds(db: Reader): AsyncIterable<readonly string[]> {
  let after = ''
  for (;;) {
    const ids = await listErasureIds(db, { after, limit: idsAtOnce })
    const last = ids.at(-1)
    if (last === undefined) return
    yield ids
    after = last
  }
}

export function countLedger(db: Reader): Promise<number> {
  return countErasures(db)
}

/** undefined before the first erasure. */
export function newestErasureId(db: Reader): Promise<string | undefined> {
  return findNewestErasure(db)
}
