// Stores scores: at most one for each verification, never changed.

import { changedRows } from '../db/changed-rows.ts'
import { prepare } from '../db/prepared.ts'
import { prepareInsert } from '../db/prepared-insert.ts'
import { type Reader, type Trx, writeByCommit } from '../db/transaction.ts'
import type { Score } from './score.ts'
import { type ScoreTable, toScore, toScoreRow } from './score-table.ts'

/** Returns false, and changes nothing, when the verification has a score already. */
export async function insertScore(
  trx: Trx,
  verificationId: string,
  score: Score,
): Promise<boolean> {
  const inserted = await insertOne.run(trx, toScoreRow(verificationId, score))
  return inserted > 0
}

const insertOne = prepare((db, row: ScoreTable) =>
  db
    .insertInto('scores')
    .values(row)
    .onConflict((conflict) => conflict.column('verification_id').doNothing()),
)

export async function insertFirstScore(
  trx: Trx,
  verificationId: string,
  score: Score,
): Promise<void> {
  await writeByCommit(trx, insertFirst, toScoreRow(verificationId, score))
}

const insertFirst = prepareInsert('scores')

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
      'features',
      'reference_version',
      'computed_at',
    ])
    .where('verification_id', '=', verificationId)
    .executeTakeFirst()
  return row && toScore(row)
}

export function deleteScoreOf(trx: Trx, verificationId: string): Promise<number> {
  return changedRows(trx.deleteFrom('scores').where('verification_id', '=', verificationId))
}
