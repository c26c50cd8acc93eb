// Stores scores: at most one for each verification, never changed.

import { orNull } from '../db/columns.ts'
import { prepare } from '../db/prepared.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { Score } from './score.ts'
import { type ScoreTable, toScore } from './score-table.ts'

/** Returns false, and changes nothing, when the verification has a score already. */
export async function insertScore(
  trx: Trx,
  verificationId: string,
  score: Score,
): Promise<boolean> {
  const inserted = await insertOne.run(trx, {
    verification_id: verificationId,
    id: score.id,
    score: score.score,
    confidence: score.confidence,
    model_version: score.modelVersion,
    flags: JSON.stringify(score.flags),
    features_used: JSON.stringify(score.featuresUsed),
    reference_version: orNull(score.referenceVersion),
    computed_at: score.computedAt,
  })
  return inserted > 0
}

const insertOne = prepare((db, row: ScoreTable) =>
  db
    .insertInto('scores')
    .values(row)
    .onConflict((conflict) => conflict.column('verification_id').doNothing()),
)

export async function findScore(db: Reader, verificationId: string): Promise<Score | undefined> {
  const row = await db
    .selectFrom('scores')
    .select([
      'id',
      'score',
      'confidence',
      'model_version',
      'flags',
      'features_used',
      'reference_version',
      'computed_at',
    ])
    .where('verification_id', '=', verificationId)
    .executeTakeFirst()
  return row && toScore(row)
}
