// Stores the digests of names, and how far the indexing of older verifications has come.

import { changedRows } from '../../db/changed-rows.ts'
import { prepare } from '../../db/prepared.ts'
import { prepareInsert } from '../../db/prepared-insert.ts'
import { type Reader, type Trx, writeByCommit } from '../../db/transaction.ts'
import type { VerificationNameTable } from './name-table.ts'

export async function insertName(trx: Trx, row: VerificationNameTable): Promise<void> {
  await writeByCommit(trx, insertOne, row)
}

const insertOne = prepareInsert('verification_names', (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()),
)

export async function deleteNameOf(trx: Trx, verificationId: string): Promise<number> {
  return deleteOne.run(trx, { verificationId })
}

const deleteOne = prepare((db, { verificationId }: { readonly verificationId: string }) =>
  db.deleteFrom('verification_names').where('verification_id', '=', verificationId),
)

/** Deletes up to `limit` digests and forgets the progress; returns the number of deleted ones. */
export async function deleteSomeNames(trx: Trx, limit: number): Promise<number> {
  await trx.deleteFrom('name_indexing').execute()
  const some = trx.selectFrom('verification_names').select('verification_id').limit(limit)
  return changedRows(trx.deleteFrom('verification_names').where('verification_id', 'in', some))
}

/** Whether there is anything that `deleteSomeNames` would delete. */
export async function isAnyNameIndexed(db: Reader): Promise<boolean> {
  const [name] = await db.selectFrom('verification_names').select('digest').limit(1).execute()
  return name !== undefined || (await readIndexedTo(db)) !== ''
}

/** Returns the id up to which verifications are indexed; empty before the first. */
export async function readIndexedTo(db: Reader): Promise<string> {
  const row = await db.selectFrom('name_indexing').select('indexed_to').executeTakeFirst()
  return row?.indexed_to ?? ''
}

export async function setIndexedTo(trx: Trx, indexedTo: string): Promise<void> {
  await trx
    .insertInto('name_indexing')
    .values({ only: 1, indexed_to: indexedTo })
    .onConflict((conflict) => conflict.column('only').doUpdateSet({ indexed_to: indexedTo }))
    .execute()
}
