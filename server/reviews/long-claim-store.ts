// Ends claims of reviews and quality checks that a clock which was ahead made far too long: nobody else could open
// those reviews meanwhile.

import { changedRows } from '../db/changed-rows.ts'
import type { Trx } from '../db/transaction.ts'

interface Ends {
  readonly claimedAfter: number
  readonly keptAfter: number
}

/** Ends claims until later than `claimedAfter`, and reservations until later than `keptAfter`. Returns how many. */
export async function endLongClaims(trx: Trx, { claimedAfter, keptAfter }: Ends): Promise<number> {
  const claims = trx
    .updateTable('reviews')
    .set({ claimed_by: null, claimed_until: null })
    .where('claimed_by', 'is not', null)
    .where('claimed_until', '>', claimedAfter)
  const kept = trx
    .updateTable('reviews')
    .set({ kept_for: null, kept_until: null })
    .where('kept_for', 'is not', null)
    .where('kept_until', '>', keptAfter)
  const checks = trx
    .updateTable('quality_checks')
    .set({ claimed_by: null, claimed_until: null })
    .where('claimed_by', 'is not', null)
    .where('claimed_until', '>', claimedAfter)
  let ended = 0
  for (const change of [claims, kept, checks]) ended += await changedRows(change)
  return ended
}
