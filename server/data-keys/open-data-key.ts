// Unwraps the data keys of verifications.

import { type EncryptionKey, tryDecrypt } from '../crypto/encrypt.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Reader } from '../db/transaction.ts'
import { findDataKey, listDataKeys } from './data-key-store.ts'

/**
 * Returns undefined if the key was deleted: the personal data of this verification has been erased.
 * @throws DecryptError if the stored key does not open: it is damaged, or was made under another master key
 */
export async function openDataKey(
  needs: { readonly keyring: Keyring },
  db: Reader,
  subjectId: string,
): Promise<EncryptionKey | undefined> {
  const stored = await findDataKey(db, subjectId)
  return stored && needs.keyring.openDataKey(subjectId, stored.wrapped)
}

/** Like `openDataKey`, but returns undefined also for a key that does not open. */
export async function tryOpenDataKey(
  needs: { readonly keyring: Keyring },
  db: Reader,
  subjectId: string,
): Promise<EncryptionKey | undefined> {
  const stored = await findDataKey(db, subjectId)
  return stored && tryDecrypt(() => needs.keyring.openDataKey(subjectId, stored.wrapped))
}

/** Returns the keys by subject id, without keys that were deleted or cannot be unwrapped. */
export async function openDataKeys(
  needs: { readonly keyring: Keyring },
  db: Reader,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, EncryptionKey>> {
  const opened = new Map<string, EncryptionKey>()
  for (const [subjectId, key] of await openEachDataKey(needs, db, subjectIds)) {
    if (key !== 'damaged') opened.set(subjectId, key)
  }
  return opened
}

/** Like `openDataKeys`, but says which keys are there and cannot be unwrapped. */
export async function openEachDataKey(
  needs: { readonly keyring: Pick<Keyring, 'openDataKey'> },
  db: Reader,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, EncryptionKey | 'damaged'>> {
  const opened = new Map<string, EncryptionKey | 'damaged'>()
  if (subjectIds.length === 0) return opened
  for (const { subjectId, wrapped } of await listDataKeys(db, subjectIds)) {
    const key = tryDecrypt(() => needs.keyring.openDataKey(subjectId, wrapped))
    opened.set(subjectId, key ?? 'damaged')
  }
  return opened
}
