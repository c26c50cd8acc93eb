// The queries of `data_keys`. Each verification has one, written in the transaction that creates the verification.

import { prepare } from '../db/prepared.ts'
import { prepareInsert } from '../db/prepared-insert.ts'
import { prepareList } from '../db/prepared-list.ts'
import { type Reader, type Trx, writeByCommit } from '../db/transaction.ts'

interface WrappedDataKey {
  readonly subjectId: string
  readonly wrappingKeyId: string
  readonly wrapped: Buffer
}

export async function insertDataKey(trx: Trx, key: WrappedDataKey, nowMs: number): Promise<void> {
  await writeByCommit(trx, insertOne, {
    subject_id: key.subjectId,
    wrapping_key_id: key.wrappingKeyId,
    wrapped: key.wrapped,
    created_at: nowMs,
  })
}

const insertOne = prepareInsert('data_keys')

export async function findDataKey(
  db: Reader,
  subjectId: string,
): Promise<WrappedDataKey | undefined> {
  const row = await findOne.first(db, { subjectId })
  return (
    row && { subjectId: row.subject_id, wrappingKeyId: row.wrapping_key_id, wrapped: row.wrapped }
  )
}

const findOne = prepare((db, { subjectId }: { readonly subjectId: string }) =>
  db
    .selectFrom('data_keys')
    .select(['subject_id', 'wrapping_key_id', 'wrapped'])
    .where('subject_id', '=', subjectId),
)

export async function listDataKeys(
  db: Reader,
  subjectIds: readonly string[],
): Promise<readonly WrappedDataKey[]> {
  return (await listOfSubjects.all(db, subjectIds, {})).map((row) => ({
    subjectId: row.subject_id,
    wrappingKeyId: row.wrapping_key_id,
    wrapped: row.wrapped,
  }))
}

const listOfSubjects = prepareList((db, subjectIds) =>
  db
    .selectFrom('data_keys')
    .select(['subject_id', 'wrapping_key_id', 'wrapped'])
    .where('subject_id', 'in', subjectIds),
)
export async function deleteDataKey(trx: Trx, subjectId: string): Promise<void> {
  await trx.deleteFrom('data_keys').where('subject_id', '=', subjectId).execute()
}
