// Stores what the bank's own face model says of each verification.

import type { EncryptionKey } from '../../crypto/encrypt.ts'
import { orUndefined } from '../../db/columns.ts'
import { prepare } from '../../db/prepared.ts'
import type { Reader, Trx } from '../../db/transaction.ts'
import { decryptAdvice, encryptAdvice } from '../erasure/encrypted-columns.ts'
import type { FaceComparison } from './face-comparison.ts'
import type { FaceComparisonTable } from './face-comparison-table.ts'

/** As stored, encrypted. */
interface StoredFaceComparison extends Pick<FaceComparison, 'outcome' | 'comparedAt'> {
  /** undefined exactly if the faces were not compared. */
  readonly advice: Buffer | undefined
}

export async function insertFaceComparison(
  trx: Trx,
  verificationId: string,
  comparison: FaceComparison,
  dataKey: EncryptionKey,
): Promise<void> {
  const { outcome, comparedAt } = comparison
  const advice =
    comparison.outcome === 'compared'
      ? encryptAdvice(dataKey, verificationId, comparison.advice)
      : null
  const row = { verification_id: verificationId, outcome, advice, compared_at: comparedAt }
  await insertOne.run(trx, row)
}

const insertOne = prepare((db, row: FaceComparisonTable) =>
  db.insertInto('face_comparisons').values(row),
)

export async function findFaceComparison(
  db: Reader,
  verificationId: string,
): Promise<StoredFaceComparison | undefined> {
  const row = await findOne.first(db, { verificationId })
  if (row === undefined) return undefined
  const { outcome, advice, compared_at: comparedAt } = row
  return { outcome, advice: orUndefined(advice), comparedAt }
}

const findOne = prepare((db, { verificationId }: { readonly verificationId: string }) =>
  db
    .selectFrom('face_comparisons')
    .select(['outcome', 'advice', 'compared_at'])
    .where('verification_id', '=', verificationId),
)

/** @throws DecryptError; Error for a row that was changed by hand */
export function openFaceComparison(
  key: EncryptionKey,
  id: string,
  { outcome, advice, comparedAt }: StoredFaceComparison,
): FaceComparison {
  if (outcome !== 'compared') return { outcome, comparedAt }
  if (advice === undefined) throw new Error('a comparison of faces has lost its advice')
  return { outcome, comparedAt, advice: decryptAdvice(key, id, advice) }
}

/** Returns the advice as it was stored, encrypted; undefined if there was none. */
export async function deleteFaceComparison(
  trx: Trx,
  verificationId: string,
): Promise<Buffer | undefined> {
  const stored = await findFaceComparison(trx, verificationId)
  await trx.deleteFrom('face_comparisons').where('verification_id', '=', verificationId).execute()
  return stored?.advice
}
