// The queries of `data_keys`. Each verification has one, written in the transaction that creates the verification.

import type { Reader, Trx } from '../db/transaction.ts'

interface WrappedDataKey {
  readonly subjectId: string
  readonly masterKeyId: string
  readonly wrapped: Buffer
}

export async function insertDataKey(trx: Trx, key: WrappedDataKey, nowMs: number): Promise<void> {
  await trx
    .insertInto('data_keys')
    .values({
      subject_id: key.subjectId,
      master_key_id: key.masterKeyId,
      wrapped: key.wrapped,
      created_at: nowMs,
    })
    .execute()
}

export async function findDataKey(
  db: Reader,
  subjectId: string,
): Promise<WrappedDataKey | undefined> {
  const row = await db
    .selectFrom('data_keys')
    .select(['subject_id', 'master_key_id', 'wrapped'])
    .where('subject_id', '=', subjectId)
    .executeTakeFirst()
  return row && { subjectId: row.subject_id, masterKeyId: row.master_key_id, wrapped: row.wrapped }
}

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
