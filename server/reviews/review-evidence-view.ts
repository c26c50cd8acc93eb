// The evidence that a reviewer decides on, as one digest: when anything of it changes, a decision that was
// proposed before rests on something else than what its second person would see.

import { createHash } from 'node:crypto'
import type { Reader } from '../db/transaction.ts'

/** Hex SHA-256 over states, codes and digests; of the person it tells nothing. */
export async function digestEvidence(
  db: Reader,
  { id, verificationId }: { readonly id: string; readonly verificationId: string },
): Promise<string> {
  const verification = await db
    .selectFrom('verifications')
    .leftJoin('scores', 'scores.verification_id', 'verifications.id')
    .leftJoin('data_keys', 'data_keys.subject_id', 'verifications.id')
    .select([
      'verifications.status',
      'verifications.reasons',
      'verifications.checks',
      'verifications.findings',
      'verifications.result_code',
      'verifications.scoring',
      'scores.id as score_id',
      'data_keys.subject_id as has_key',
    ])
    .where('verifications.id', '=', verificationId)
    .executeTakeFirst()
  const pictures = await db
    .selectFrom('evidence')
    .select(['role', 'sha256'])
    .where('verification_id', '=', verificationId)
    .orderBy('id')
    .execute()
  const findings = await db
    .selectFrom('review_entries')
    .select('id')
    .where('review_id', '=', id)
    .where('kind', '=', 'finding')
    .orderBy('id')
    .execute()
  const text = JSON.stringify([verification ?? null, pictures, findings.map((one) => one.id)])
  return createHash('sha256').update(text).digest('hex')
}
