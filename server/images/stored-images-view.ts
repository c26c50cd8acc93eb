// Returns the bytes of stored images, from the counter.

import type { Reader } from '../db/transaction.ts'

export async function readStoredBytes(db: Reader): Promise<number> {
  const row = await db.selectFrom('stored_images').select('bytes').executeTakeFirst()
  return row?.bytes ?? 0
}
