// Destroys the data key of a verification, in the transaction that erases it: nothing encrypted under it opens again.

import type { Trx } from '../db/transaction.ts'
import { deleteDataKey, findDataKey } from './data-key-store.ts'

/** Returns the wrapped key that was destroyed; undefined if there was none. */
export async function eraseDataKey(trx: Trx, subjectId: string): Promise<Buffer | undefined> {
  const stored = await findDataKey(trx, subjectId)
  await deleteDataKey(trx, subjectId)
  return stored?.wrapped
}
