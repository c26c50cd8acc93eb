// Keeps verifications; `verification-view.ts` reads them. Sealed columns go in and come out sealed.

import { orNull, orUndefined } from '../db/columns.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { ScoringState } from '../scoring/score.ts'
import type { Conclusion, Verification } from './verification.ts'

export interface SealedParts {
  readonly claims: Buffer
  readonly idNumberIndex: Buffer | undefined
  readonly providerAnswer: Buffer | undefined
}

export async function insertVerification(
  trx: Trx,
  verification: Verification,
  sealed: SealedParts,
): Promise<void> {
  await trx
    .insertInto('verifications')
    .values({
      id: verification.id,
      environment: verification.environment,
      status: verification.status,
      country: verification.country,
      id_type: verification.idType,
      external_ref: orNull(verification.externalRef),
      scoring: verification.scoring.state,
      api_key_id: verification.apiKeyId,
      claims: sealed.claims,
      id_number_index: orNull(sealed.idNumberIndex),
      provider_answer: orNull(sealed.providerAnswer),
      result_code: orNull(verification.resultCode),
      reasons: JSON.stringify(verification.reasons),
      checks: JSON.stringify(verification.checks),
      findings: JSON.stringify(verification.findings),
      created_at: verification.createdAt,
      completed_at: orNull(verification.completedAt),
    })
    .execute()
}

export async function findSealedParts(db: Reader, id: string): Promise<SealedParts | undefined> {
  const row = await db
    .selectFrom('verifications')
    .select(['claims', 'id_number_index', 'provider_answer'])
    .where('id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      claims: row.claims,
      idNumberIndex: orUndefined(row.id_number_index),
      providerAnswer: orUndefined(row.provider_answer),
    }
  )
}

/** Ends a pending verification; false when it had ended already. */
export async function concludePending(
  trx: Trx,
  id: string,
  end: Conclusion & {
    readonly completedAt: number
    readonly providerAnswer: Buffer | undefined
    readonly resultCode: string | undefined
  },
): Promise<boolean> {
  const result = await trx
    .updateTable('verifications')
    .set({
      status: end.status,
      reasons: JSON.stringify(end.reasons),
      checks: JSON.stringify(end.checks),
      provider_answer: orNull(end.providerAnswer),
      result_code: orNull(end.resultCode),
      completed_at: end.completedAt,
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** The score itself is kept by its own feature, in the same transaction. */
export async function setScoring(trx: Trx, id: string, scoring: ScoringState): Promise<void> {
  await trx.updateTable('verifications').set({ scoring }).where('id', '=', id).execute()
}
