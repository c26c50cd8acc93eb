// How many verifications a filter leaves, counted page by page so that no question takes long, up to a bound.

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { Reader } from '../db/transaction.ts'
import type { CaseFilter } from './case-filter.ts'
import { listCases } from './case-list-view.ts'
import type { PageStart } from './page-window.ts'

const rowsAtOnce = 1_000

/** Exact up to `rowsMax`; a number above it stands for that or more. */
export async function countCases(db: Reader, filter: CaseFilter, rowsMax: number): Promise<number> {
  let count = 0
  for (let start: PageStart | undefined = { kind: 'newest' }; start !== undefined; ) {
    const limit = Math.min(rowsAtOnce, rowsMax - count + 1)
    const found = await listCases(db, filter, { limit, start })
    count += Math.min(found.length, limit)
    const last = found[limit - 1]
    const isMore = found.length > limit && count <= rowsMax && last !== undefined
    start = isMore ? { kind: 'after', id: last.id } : undefined
    await turnOfTheLoop()
  }
  return count
}
