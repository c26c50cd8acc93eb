// Stores what the bank's own face model says of each verification.

import type { EncryptionKey } from '../crypto/encrypt.ts'
import { orUndefined } from '../db/columns.ts'
import { prepare } from '../db/prepared.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import { decryptAdvice, encryptAdvice } from './encrypted-columns.ts'
import type { FaceComparison } from './face-comparison.ts'
import type { FaceComparisonTable } from './face-comparison-table.ts'

/** As stored, encrypted. */
interface StoredFaceComparison extends Omit<FaceComparison, 'advice'> {
  readonly advice: Buffer | undefined
}

export async function insertFaceComparison(
  trx: Trx,
  verificationId: string,
  { outcome, advice, comparedAt }: FaceComparison,
  dataKey: EncryptionKey,
): Promise<void> {
  await insertOne.run(trx, {
    verification_id: verificationId,
    outcome,
    advice: advice === undefined ? null : encryptAdvice(dataKey, verificationId, advice),
    compared_at: comparedAt,
  })
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

/** @throws DecryptError */
export function openFaceComparison(
  key: EncryptionKey,
  id: string,
  { outcome, advice, comparedAt }: StoredFaceComparison,
): FaceComparison {
  return { outcome, comparedAt, advice: advice && decryptAdvice(key, id, advice) }
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
