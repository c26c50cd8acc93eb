// Wraps the data key of a verification and stores it, in the transaction that creates the verification.

import type { EncryptionKey } from '../crypto/encrypt.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Trx } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { insertDataKey } from './data-key-store.ts'

export async function storeDataKey(
  needs: { readonly clock: Clock; readonly keyring: Keyring },
  trx: Trx,
  subjectId: string,
  key: EncryptionKey,
): Promise<void> {
  const { keyring } = needs
  const wrapped = keyring.wrapDataKey(subjectId, key)
  await insertDataKey(
    trx,
    { subjectId, wrappingKeyId: keyring.keyId('wrapping'), wrapped },
    needs.clock.now(),
  )
}
