// Opens the data keys of verifications, so that what is sealed under them can be read.

import type { Keyring } from '../crypto/keyring.ts'
import { type SealingKey, UnsealError } from '../crypto/seal.ts'
import type { Reader } from '../db/transaction.ts'
import { findDataKey, listDataKeys } from './data-key-store.ts'

/** undefined when the key was destroyed: the personal data of this subject has been erased. */
export async function openDataKey(
  needs: { readonly keyring: Keyring },
  db: Reader,
  subjectId: string,
): Promise<SealingKey | undefined> {
  const found = await findDataKey(db, subjectId)
  return found && needs.keyring.openDataKey(subjectId, found.wrapped)
}

/** Those of many subjects, by subject; without those that were destroyed or do not open. */
export async function openDataKeys(
  needs: { readonly keyring: Keyring },
  db: Reader,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, SealingKey>> {
  const opened = new Map<string, SealingKey>()
  if (subjectIds.length === 0) return opened
  for (const { subjectId, wrapped } of await listDataKeys(db, subjectIds)) {
    try {
      opened.set(subjectId, needs.keyring.openDataKey(subjectId, wrapped))
    } catch (error) {
      if (!(error instanceof UnsealError)) throw error
    }
  }
  return opened
}
