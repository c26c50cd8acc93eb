// Computes one digest of the evidence that a reviewer decides on. When it changes, a proposal made before rests on
// other evidence than its second person would see.

import { createHash } from 'node:crypto'
import type { Reader } from '../db/transaction.ts'

/** Returns a hex SHA-256 of states, codes and digests; it reveals no personal data. */
export async function digestReviewBasis(
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
  const late = await db
    .selectFrom('late_results')
    .select(['finding', 'received_at'])
    .where('verification_id', '=', verificationId)
    .executeTakeFirst()
  const images = await db
    .selectFrom('images')
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
  const basis = [verification ?? null, images, findings.map((finding) => finding.id)]
  const text = JSON.stringify(late === undefined ? basis : [...basis, late])
  return createHash('sha256').update(text).digest('hex')
}
