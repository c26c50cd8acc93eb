// The queries of `data_keys`. Each verification has one, written in the transaction that creates the verification.

import { prepare } from '../db/prepared.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { DataKeyTable } from './data-key-table.ts'

interface WrappedDataKey {
  readonly subjectId: string
  readonly masterKeyId: string
  readonly wrapped: Buffer
}

export async function insertDataKey(trx: Trx, key: WrappedDataKey, nowMs: number): Promise<void> {
  await insertOne.run(trx, {
    subject_id: key.subjectId,
    master_key_id: key.masterKeyId,
    wrapped: key.wrapped,
    created_at: nowMs,
  })
}

const insertOne = prepare((db, row: DataKeyTable) => db.insertInto('data_keys').values(row))

export async function findDataKey(
  db: Reader,
  subjectId: string,
): Promise<WrappedDataKey | undefined> {
  const row = await findOne.first(db, { subjectId })
  return row && { subjectId: row.subject_id, masterKeyId: row.master_key_id, wrapped: row.wrapped }
}

const findOne = prepare((db, { subjectId }: { readonly subjectId: string }) =>
  db
    .selectFrom('data_keys')
    .select(['subject_id', 'master_key_id', 'wrapped'])
    .where('subject_id', '=', subjectId),
)

export async function listDataKeys(
  db: Reader,
  subjectIds: readonly string[],
): Promise<readonly WrappedDataKey[]> {
  const rows = await db
    .selectFrom('data_keys')
    .select(['subject_id', 'master_key_id', 'wrapped'])
    .where('subject_id', 'in', subjectIds)
    .execute()
  return rows.map((row) => ({
    subjectId: row.subject_id,
    masterKeyId: row.master_key_id,
    wrapped: row.wrapped,
  }))
}
