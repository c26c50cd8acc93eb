// Writes minimal rows, for tests of transactions: one row of `data_keys` under a name.

import type { OpenedDb } from '../../server/db/sqlite/open-db.ts'
import type { Reader, Trx } from '../../server/db/transaction.ts'

/** Stands for the time of writing, so that notes can be read in the order of writing. */
let notesWritten = 0

export async function writeNote(trx: Trx, name: string, bytes = 1): Promise<void> {
  notesWritten += 1
  const row = { subject_id: name, wrapping_key_id: '', wrapped: Buffer.alloc(bytes) }
  await trx
    .insertInto('data_keys')
    .values({ ...row, created_at: notesWritten })
    .execute()
}

/** Returns the names of all notes, in the order of writing. */
export function readNotes(db: Pick<OpenedDb, 'raw'>): readonly unknown[] {
  return db.raw.prepare('select subject_id from data_keys order by created_at').pluck().all()
}

export async function countNotes(db: Reader): Promise<number> {
  const rows = await db.selectFrom('data_keys').select('subject_id').execute()
  return rows.length
}
