// Stores the tags of verifications, in the transaction that sets their reasons or score.

import { prepare } from '../db/prepared.ts'
import type { Trx } from '../db/transaction.ts'
import type { Verification } from './verification.ts'
import { bandTags, tagsOf } from './verification-tag.ts'
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

/** Deletes the tag of the score's band; the tags of reasons stay, as the reasons do. */
export async function deleteBandTags(
  trx: Trx,
  { id, environment }: Pick<Verification, 'id' | 'environment'>,
): Promise<void> {
  await trx
    .deleteFrom('verification_tags')
    .where('environment', '=', environment)
    .where('tag', 'in', bandTags)
    .where('verification_id', '=', id)
    .execute()
}
