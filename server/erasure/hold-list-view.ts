// Lists the legal holds that nobody has released, for the command line.

import type { Reader } from '../db/transaction.ts'
import type { LegalHold } from './hold.ts'
import { toHold } from './hold-store.ts'

/** Newest first. A hold whose last day is over is among them. */
export async function listOpenHolds(db: Reader, limit: number): Promise<readonly LegalHold[]> {
  const rows = await db
    .selectFrom('legal_holds')
    .selectAll()
    .where('released_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toHold)
}
