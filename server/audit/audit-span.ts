// Finds the sequence numbers of a period by binary search: entries are added in order of time, so no index on
// time is needed, however long the log is.

import type { Reader } from '../db/transaction.ts'
import { hourMs } from '../kernel/durations.ts'

/** Sequence numbers from `first` to before `end`. */
export interface AuditSpan {
  readonly first: number
  readonly end: number
}

/**
 * When a clock is set back, entries are out of order by as much. The span is wider by this much; its reader must
 * filter out entries that are too early or too late.
 */
export const clockSetBackMaxMs = hourMs

/** Returns a span with every entry from `from` (inclusive) to `to` (exclusive), in milliseconds. */
export async function findAuditSpan(
  db: Reader,
  { from, to }: { readonly from?: number | undefined; readonly to?: number | undefined },
): Promise<AuditSpan> {
  const end = (await findLast(db)) + 1
  return {
    first: from === undefined ? 1 : await findFirstAt(db, end, from - clockSetBackMaxMs),
    end: to === undefined ? end : await findFirstAt(db, end, to + clockSetBackMaxMs),
  }
}

/** Returns the first entry at or after the instant; `end` if there is none. */
async function findFirstAt(db: Reader, end: number, instantMs: number): Promise<number> {
  let low = 1
  let high = end
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const at = await findTimeFrom(db, middle)
    if (at === undefined || at >= instantMs) high = middle
    else low = middle + 1
  }
  return low
}

/** Returns the time of the first existing entry from this number on: entries may have been deleted by tampering. */
async function findTimeFrom(db: Reader, sequence: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('audit_entries')
    .select('at')
    .where('sequence', '>=', sequence)
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}

async function findLast(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('audit_entries')
    .select('sequence')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.sequence ?? 0
}
