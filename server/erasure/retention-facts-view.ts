// Reads what decides whether a verification may be erased: holds, the end of the relationship, its review, the ledger.

import type { Reader } from '../db/transaction.ts'
import type { RetentionFacts } from './retention-policy.ts'

export async function readRetentionFacts(
  db: Reader,
  verificationId: string,
  nowMs: number,
): Promise<RetentionFacts> {
  const facts = await readFactsOf(db, [verificationId], nowMs)
  return facts.get(verificationId) ?? nothingKnown
}

const nothingKnown: RetentionFacts = {
  relationshipEndedAt: undefined,
  isHeld: false,
  isReviewOpen: false,
  isErased: false,
}

/** Returns the facts by verification id, for every id that is asked. */
async function readFactsOf(
  db: Reader,
  ids: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, RetentionFacts>> {
  if (ids.length === 0) return new Map()
  const ends = await db
    .selectFrom('relationship_ends')
    .select(['verification_id', 'ended_at'])
    .where('verification_id', 'in', ids)
    .execute()
  const held = await db
    .selectFrom('legal_holds')
    .select('verification_id')
    .distinct()
    .where('verification_id', 'in', ids)
    .where('released_at', 'is', null)
    .where(({ or, eb }) => or([eb('until', 'is', null), eb('until', '>', nowMs)]))
    .execute()
  const reviewed = await db
    .selectFrom('reviews')
    .select('verification_id')
    .where('verification_id', 'in', ids)
    .where('state', '!=', 'closed')
    .execute()
  const erased = await db
    .selectFrom('erasures')
    .select('verification_id')
    .where('verification_id', 'in', ids)
    .execute()
  const endOf = new Map(ends.map((row) => [row.verification_id, row.ended_at]))
  const [isHeld, isReviewOpen, isErased] = [held, reviewed, erased].map(
    (rows) => new Set(rows.map((row) => row.verification_id)),
  )
  return new Map(
    ids.map((id) => [
      id,
      {
        relationshipEndedAt: endOf.get(id),
        isHeld: isHeld?.has(id) ?? false,
        isReviewOpen: isReviewOpen?.has(id) ?? false,
        isErased: isErased?.has(id) ?? false,
      },
    ]),
  )
}
