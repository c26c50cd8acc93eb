// Opens the data key of one verification, so that what is sealed under it can be read.

import type { Keyring } from '../crypto/keyring.ts'
import type { SealingKey } from '../crypto/seal.ts'
import type { Reader } from '../db/transaction.ts'
import { findDataKey } from './data-key-store.ts'

/** undefined when the key was destroyed: the personal data of this subject has been erased. */
export async function openDataKey(
  needs: { readonly keyring: Keyring },
  db: Reader,
  subjectId: string,
): Promise<SealingKey | undefined> {
  const found = await findDataKey(db, subjectId)
  return found && needs.keyring.openDataKey(subjectId, found.wrapped)
}
