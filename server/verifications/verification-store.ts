// Stores verifications; `verification-view.ts` reads them. Encrypted columns are passed through encrypted.

import { orNull, orUndefined } from '../db/columns.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { ScoringState } from '../scoring/score.ts'
import type { Outcome, Verification } from './verification.ts'
import { toRow } from './verification-table.ts'

interface EncryptedColumns {
  readonly claims: Buffer
  readonly idNumberIndex: Buffer | undefined
  readonly providerAnswer: Buffer | undefined
}

export async function insertVerification(
  trx: Trx,
  verification: Verification,
  encrypted: EncryptedColumns,
): Promise<void> {
  await trx
    .insertInto('verifications')
    .values({
      ...toRow(verification),
      claims: encrypted.claims,
      id_number_index: orNull(encrypted.idNumberIndex),
      provider_answer: orNull(encrypted.providerAnswer),
    })
    .execute()
}

export async function findEncryptedColumns(
  db: Reader,
  id: string,
): Promise<EncryptedColumns | undefined> {
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

/** Completes a pending verification; returns false when it was completed already. */
export async function completePending(
  trx: Trx,
  id: string,
  completed: Outcome & {
    readonly completedAt: number
    readonly providerAnswer: Buffer | undefined
    readonly resultCode: string | undefined
  },
): Promise<boolean> {
  const result = await trx
    .updateTable('verifications')
    .set({
      status: completed.status,
      reasons: JSON.stringify(completed.reasons),
      checks: JSON.stringify(completed.checks),
      provider_answer: orNull(completed.providerAnswer),
      result_code: orNull(completed.resultCode),
      completed_at: completed.completedAt,
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** The score itself is stored by `scoring/`, in the same transaction. */
export async function setScoring(trx: Trx, id: string, scoring: ScoringState): Promise<void> {
  await trx.updateTable('verifications').set({ scoring }).where('id', '=', id).execute()
}
