// Finds an API key by its text, of which only a keyed digest is stored.

import type { Keyring } from '../crypto/keyring.ts'
import type { Db } from '../db/transaction.ts'
import type { ApiKey } from './key.ts'
import { findKeyByDigest } from './key-store.ts'

/** Looks under the present pepper first; keys made before a rotation keep the pepper that they were made under. */
export async function findKeyByText(
  needs: { readonly db: Pick<Db, 'reader'>; readonly keyring: Pick<Keyring, 'macs'> },
  keyText: string,
): Promise<ApiKey | undefined> {
  for (const digest of needs.keyring.macs('api-key', keyText)) {
    const key = await findKeyByDigest(needs.db.reader, digest)
    if (key !== undefined) return key
  }
  return undefined
}
