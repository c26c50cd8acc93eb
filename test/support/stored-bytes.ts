// Sets the database's count of stored image bytes.

import type { Db } from '../../server/db/transaction.ts'
import { addStoredBytes } from '../../server/images/storage/stored-images-store.ts'
import { readStoredBytes } from '../../server/images/storage/stored-images-view.ts'

export function setStoredBytes(db: Pick<Db, 'write'>, bytes: number): Promise<void> {
  return db.write(async (trx) => addStoredBytes(trx, bytes - (await readStoredBytes(trx))))
}
