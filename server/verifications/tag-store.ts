// Stores the tags of verifications, in the transaction that sets their reasons or score.

import { prepare } from '../db/prepared.ts'
import type { Trx } from '../db/transaction.ts'
import type { Verification } from './verification.ts'
import { tagsOf } from './verification-tag.ts'
import type { VerificationTagTable } from './verification-tag-table.ts'

/** Adds missing tags and removes none: reasons and bands are only ever added. */
export async function tagVerification(
  trx: Trx,
  verification: Pick<Verification, 'id' | 'environment' | 'reasons' | 'scoring'>,
): Promise<void> {
  const { id: verification_id, environment } = verification
  for (const tag of tagsOf(verification)) {
    await insertOne.run(trx, { environment, tag, verification_id })
  }
}

const insertOne = prepare((db, row: VerificationTagTable) =>
  db
    .insertInto('verification_tags')
    .values(row)
    .onConflict((conflict) => conflict.doNothing()),
)
