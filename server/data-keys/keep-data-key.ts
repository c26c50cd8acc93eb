// Wraps and stores a subject's data key, in the transaction that creates the subject.

import type { Keyring } from '../crypto/keyring.ts'
import type { SealingKey } from '../crypto/seal.ts'
import type { Trx } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { insertDataKey } from './data-key-store.ts'

export async function keepDataKey(
  needs: { readonly clock: Clock; readonly keyring: Keyring },
  trx: Trx,
  subjectId: string,
  key: SealingKey,
): Promise<void> {
  const { keyring } = needs
  const wrapped = keyring.wrapDataKey(subjectId, key)
  await insertDataKey(
    trx,
    { subjectId, masterKeyId: keyring.masterKeyId, wrapped },
    needs.clock.now(),
  )
}
