// Returns the bytes of stored images, from the counter.

import { prepare } from '../../db/prepared.ts'
import type { Reader } from '../../db/transaction.ts'

export async function readStoredBytes(db: Reader): Promise<number> {
  const row = await find.first(db, {})
  return row?.bytes ?? 0
}

const find = prepare((db) => db.selectFrom('stored_images').select('bytes'))
