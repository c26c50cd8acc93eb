// Sets how many bytes of images the database says are stored, whatever is.

import type { Db } from '../../server/db/transaction.ts'
import { addStoredBytes } from '../../server/evidence/stored-images-store.ts'
import { readStoredBytes } from '../../server/evidence/stored-images-view.ts'

export function setStoredBytes(db: Pick<Db, 'write'>, bytes: number): Promise<void> {
  return db.write(async (trx) => addStoredBytes(trx, bytes - (await readStoredBytes(trx))))
}
