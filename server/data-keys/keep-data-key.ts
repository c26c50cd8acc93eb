// Stores a subject's wrapped data key, in the transaction that creates the subject.

import type { Keyring } from '../crypto/keyring.ts'
import type { Trx } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { insertDataKey } from './data-key-store.ts'

export async function keepDataKey(
  needs: { readonly clock: Clock; readonly keyring: Keyring },
  trx: Trx,
  subjectId: string,
  wrapped: Buffer,
): Promise<void> {
  const { masterKeyId } = needs.keyring
  await insertDataKey(trx, { subjectId, masterKeyId, wrapped }, needs.clock.now())
}
