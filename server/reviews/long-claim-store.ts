// Ends claims of reviews and quality checks that a clock which was ahead made far too long: nobody else could open those reviews meanwhile.

import type { Trx } from '../db/transaction.ts'

interface Ends {
  readonly claimedAfter: number
  readonly keptAfter: number
}

/** Ends claims until later than `claimedAfter`, and reservations until later than `keptAfter`. Returns how many. */
export async function endLongClaims(trx: Trx, { claimedAfter, keptAfter }: Ends): Promise<number> {
  const claims = await trx
    .updateTable('reviews')
    .set({ claimed_by: null, claimed_until: null })
    .where('claimed_by', 'is not', null)
    .where('claimed_until', '>', claimedAfter)
    .executeTakeFirst()
  const kept = await trx
    .updateTable('reviews')
    .set({ kept_for: null, kept_until: null })
    .where('kept_for', 'is not', null)
    .where('kept_until', '>', keptAfter)
    .executeTakeFirst()
  const checks = await trx
    .updateTable('quality_checks')
    .set({ claimed_by: null, claimed_until: null })
    .where('claimed_by', 'is not', null)
    .where('claimed_until', '>', claimedAfter)
    .executeTakeFirst()
  return [claims, kept, checks].reduce((sum, { numUpdatedRows: rows }) => sum + Number(rows), 0)
}
