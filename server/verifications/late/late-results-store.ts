// Stores what the provider says of each verification beside or after its final answer.

import type { EncryptionKey } from '../../crypto/encrypt.ts'
import { orNull, orUndefined } from '../../db/columns.ts'
import { prepare } from '../../db/prepared.ts'
import type { Reader, Trx } from '../../db/transaction.ts'
import { decryptLateResults, encryptLateResults } from '../erasure/encrypted-columns.ts'
import type { LateFinding, LateResults } from './late-results.ts'

/** As stored, encrypted. */
interface StoredLateResults {
  readonly finding: LateFinding | undefined
  readonly results: Buffer
}

/** Replaces what is stored. The last of the results is the newest. */
export async function saveLateResults(
  trx: Trx,
  verificationId: string,
  { finding, results }: LateResults,
  dataKey: EncryptionKey,
): Promise<void> {
  const columns = {
    finding: orNull(finding),
    results: encryptLateResults(dataKey, verificationId, results),
    received_at: Math.max(...results.map(({ receivedAt }) => receivedAt)),
  }
  await trx
    .insertInto('late_results')
    .values({ verification_id: verificationId, ...columns })
    .onConflict((conflict) => conflict.column('verification_id').doUpdateSet(columns))
    .execute()
}

export async function findLateResults(
  db: Reader,
  verificationId: string,
): Promise<StoredLateResults | undefined> {
  const row = await findOne.first(db, { verificationId })
  return row && { finding: orUndefined(row.finding), results: row.results }
}

const findOne = prepare((db, { verificationId }: { readonly verificationId: string }) =>
  db
    .selectFrom('late_results')
    .select(['finding', 'results'])
    .where('verification_id', '=', verificationId),
)

/** @throws DecryptError */
export function openLateResults(
  key: EncryptionKey,
  id: string,
  { finding, results }: StoredLateResults,
): LateResults {
  return { finding, results: decryptLateResults(key, id, results) }
}

/** Returns the results as they were stored, encrypted; undefined if there were none. */
export async function deleteLateResults(
  trx: Trx,
  verificationId: string,
): Promise<Buffer | undefined> {
  const stored = await findLateResults(trx, verificationId)
  await trx.deleteFrom('late_results').where('verification_id', '=', verificationId).execute()
  return stored?.results
}
