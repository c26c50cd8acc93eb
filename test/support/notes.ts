// Writes minimal rows, for tests of transactions: one row of `data_keys` under a name.

import type { OpenedDb } from '../../server/db/open-db.ts'
import type { Reader, Trx } from '../../server/db/transaction.ts'

export async function writeNote(trx: Trx, name: string, bytes = 1): Promise<void> {
  await trx
    .insertInto('data_keys')
    .values({ subject_id: name, master_key_id: '', wrapped: Buffer.alloc(bytes), created_at: 0 })
    .execute()
}

/** Returns the names of all notes, in the order of writing. */
export function readNotes(db: Pick<OpenedDb, 'raw'>): readonly unknown[] {
  return db.raw.prepare('select subject_id from data_keys order by rowid').pluck().all()
}

export async function countNotes(db: Reader): Promise<number> {
  const rows = await db.selectFrom('data_keys').select('subject_id').execute()
  return rows.length
}
