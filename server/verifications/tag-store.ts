// Stores the tags of verifications, in the transaction that sets their reasons or score.

import type { Trx } from '../db/transaction.ts'
import type { Verification } from './verification.ts'
import { tagsOf } from './verification-tag.ts'

/** Adds missing tags and removes none: reasons and bands are only ever added. */
export async function tagVerification(
  trx: Trx,
  verification: Pick<Verification, 'id' | 'environment' | 'reasons' | 'scoring'>,
): Promise<void> {
  const { id: verification_id, environment } = verification
  const tags = tagsOf(verification)
  if (tags.length === 0) return
  await trx
    .insertInto('verification_tags')
    .values(tags.map((tag) => ({ environment, tag, verification_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
