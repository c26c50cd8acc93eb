// Stores the tags of verifications, in the transaction that sets their reasons or score.

import { prepare } from '../db/prepared.ts'
import { prepareInsert } from '../db/prepared-insert.ts'
import { type Trx, writeByCommit } from '../db/transaction.ts'
import type { Environment } from '../kernel/environment.ts'
import type { ReviewState } from './review-summary.ts'
import type { Verification } from './verification.ts'
import { bandTags, reviewTagOf, reviewTags, tagsOf } from './verification-tag.ts'
import type { VerificationTagTable } from './verification-tag-table.ts'

/** Adds missing tags and removes none: reasons and bands are only ever added. */
export async function tagVerification(
  trx: Trx,
  verification: Pick<Verification, 'id' | 'environment' | 'reasons' | 'scoring'>,
): Promise<void> {
  const { id: verification_id, environment } = verification
  for (const tag of tagsOf(verification)) {
    await writeByCommit(trx, insertOne, { environment, tag, verification_id })
  }
}

const insertOne = prepareInsert('verification_tags', (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()),
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

/** Replaces the tag of the state that the review had before. */
export async function replaceReviewTag(
  trx: Trx,
  review: { readonly verificationId: string; readonly environment: Environment },
  state: ReviewState,
): Promise<void> {
  const { verificationId: verification_id, environment } = review
  const tag = reviewTagOf(state)
  await deleteOtherReviewTags.run(trx, { environment, tag, verification_id })
  await insertOne.run(trx, { environment, tag, verification_id })
}

const deleteOtherReviewTags = prepare(
  (db, { environment, tag, verification_id }: VerificationTagTable) =>
    db
      .deleteFrom('verification_tags')
      .where('environment', '=', environment)
      .where('tag', 'in', reviewTags)
      .where('tag', '!=', tag)
      .where('verification_id', '=', verification_id),
)
