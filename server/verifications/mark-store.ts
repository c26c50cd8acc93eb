// Keeps the marks of verifications, in the transaction of what they follow from.

import type { Trx } from '../db/transaction.ts'
import type { Verification } from './verification.ts'
import { marksOf } from './verification-mark.ts'

/** Adds those that are not there yet: reasons and bands are only ever added. */
export async function markVerification(
  trx: Trx,
  verification: Pick<Verification, 'id' | 'environment' | 'reasons' | 'scoring'>,
): Promise<void> {
  const { id: verification_id, environment } = verification
  const marks = marksOf(verification)
  if (marks.length === 0) return
  await trx
    .insertInto('verification_marks')
    .values(marks.map((mark) => ({ environment, mark, verification_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
