// Which part of the audit log a time lies in. Entries are added in the order of time, so an instant is found
// by halving the log; no index on time is needed, however long the log is.

import type { Reader } from '../db/transaction.ts'

/** Sequence numbers: `first` is within, `end` is not. */
export interface AuditSpan {
  readonly first: number
  readonly end: number
}

/**
 * A clock may be set back, and then entries are out of order by as much. The span is wide enough for that; what
 * is too early or too late in it is for the reader to leave out.
 */
export const clockSetBackMaxMs = 60 * 60 * 1000

/** Holds every entry from `from` (included) to `to` (not), in milliseconds. */
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

/** An entry that is not before the instant while the one before it is; `end` where there is none. */
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

/** Of the first entry that is there from this place on: one may have been removed behind our back. */
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
