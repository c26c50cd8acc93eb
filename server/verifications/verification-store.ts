// Stores verifications; `verification-view.ts` reads them. Encrypted columns are passed through encrypted.

import { orNull, orUndefined } from '../db/columns.ts'
import { prepare } from '../db/prepared.ts'
import { prepareInsert } from '../db/prepared-insert.ts'
import { type Reader, type Trx, writeByCommit } from '../db/transaction.ts'
import type { ScoringState } from '../scoring/score.ts'
import type { Outcome, Verification } from './verification.ts'
import {
  type EncryptedColumns,
  erasedColumns,
  toRow,
  type VerificationTable,
} from './verification-table.ts'

export async function insertVerification(
  trx: Trx,
  verification: Verification,
  encrypted: EncryptedColumns,
): Promise<void> {
  await insertVerificationRow(trx, toRow(verification, encrypted))
}

/** For a caller that needs the row itself too. */
export async function insertVerificationRow(trx: Trx, row: VerificationTable): Promise<void> {
  await writeByCommit(trx, insertOne, row)
}

const insertOne = prepareInsert('verifications')

export async function findEncryptedColumns(
  db: Reader,
  id: string,
): Promise<EncryptedColumns | undefined> {
  const row = await findEncrypted.first(db, { id })
  return (
    row && {
      claims: row.claims,
      idNumberIndex: orUndefined(row.id_number_index),
      providerAnswer: orUndefined(row.provider_answer),
    }
  )
}

const findEncrypted = prepare((db, { id }: { readonly id: string }) =>
  db
    .selectFrom('verifications')
    .select(['claims', 'id_number_index', 'provider_answer'])
    .where('id', '=', id),
)

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
  const changed = await complete.run(trx, {
    id,
    status: completed.status,
    reasons: JSON.stringify(completed.reasons),
    checks: JSON.stringify(completed.checks),
    provider_answer: orNull(completed.providerAnswer),
    result_code: orNull(completed.resultCode),
    completed_at: completed.completedAt,
  })
  return changed > 0
}

type CompletedColumns = Pick<
  VerificationTable,
  'id' | 'status' | 'reasons' | 'checks' | 'provider_answer' | 'result_code' | 'completed_at'
>

const complete = prepare((db, { id, ...columns }: CompletedColumns) =>
  db.updateTable('verifications').set(columns).where('id', '=', id).where('status', '=', 'pending'),
)

/** Stores what follows from the document's zone, before there is an outcome. */
export async function setPendingChecks(
  trx: Trx,
  { id, checks, findings }: Pick<Verification, 'id' | 'checks' | 'findings'>,
): Promise<void> {
  await setPending.run(trx, {
    id,
    checks: JSON.stringify(checks),
    findings: JSON.stringify(findings),
  })
}

type PendingColumns = Pick<VerificationTable, 'id' | 'checks' | 'findings'>

const setPending = prepare((db, { id, checks, findings }: PendingColumns) =>
  db
    .updateTable('verifications')
    .set({ checks, findings })
    .where('id', '=', id)
    .where('status', '=', 'pending'),
)

/** The score itself is stored by `scoring/`, in the same transaction. */
export async function setScoring(trx: Trx, id: string, scoring: ScoringState): Promise<void> {
  await setScoringOf.run(trx, { id, scoring })
}

const setScoringOf = prepare((db, { id, scoring }: Pick<VerificationTable, 'id' | 'scoring'>) =>
  db.updateTable('verifications').set({ scoring }).where('id', '=', id),
)

/** Empties every column that says something of the person. */
export async function clearPersonalColumns(trx: Trx, id: string): Promise<void> {
  await trx.updateTable('verifications').set(erasedColumns).where('id', '=', id).execute()
}
