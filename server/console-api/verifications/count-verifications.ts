// Counts the verifications that match a filter, up to a limit, page by page so that no single query takes long.

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { Reader } from '../../db/transaction.ts'
import type { PageStart } from '../page-window.ts'
import type { VerificationFilters } from './verification-filters.ts'
import { listVerificationRows } from './verification-list-view.ts'

const rowsAtOnce = 200

/** Exact up to `rowsMax`; a larger result means "more than `rowsMax`". */
export async function countVerifications(
  db: Reader,
  filter: VerificationFilters,
  rowsMax: number,
): Promise<number> {
  let count = 0
  for (let start: PageStart | undefined = { kind: 'newest' }; start !== undefined; ) {
    const limit = Math.min(rowsAtOnce, rowsMax - count + 1)
    const rows = await listVerificationRows(db, filter, { limit, start })
    count += Math.min(rows.length, limit)
    const last = rows[limit - 1]
    const isMore = rows.length > limit && count <= rowsMax && last !== undefined
    start = isMore ? { kind: 'after', id: last.id } : undefined
    await turnOfTheLoop()
  }
  return count
}
