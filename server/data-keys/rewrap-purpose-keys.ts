// Wraps every purpose key with another master key, all or none.

import type { MasterKey } from '../crypto/master-key.ts'
import { unwrapPurposeKey, wrapPurposeKey } from '../crypto/purpose-key.ts'
import type { Trx } from '../db/transaction.ts'
import {
  insertMasterKey,
  listPurposeKeys,
  retireMasterKey,
  rewrapPurposeKey,
} from './purpose-key-store.ts'

/** @throws DecryptError or Error if a key does not open before or after; roll the transaction back */
export async function rewrapPurposeKeys(
  trx: Trx,
  { from, to }: { readonly from: MasterKey; readonly to: MasterKey },
  nowMs: number,
): Promise<void> {
  for (const stored of await listPurposeKeys(trx)) {
    const rewrapped = wrapPurposeKey(to, unwrapPurposeKey(from, stored))
    if (!(await rewrapPurposeKey(trx, stored, rewrapped)))
      throw new Error('another process changes the master key at this moment')
  }
  // Reads back what will be committed: nobody could open it otherwise.
  for (const stored of await listPurposeKeys(trx)) unwrapPurposeKey(to, stored)
  await retireMasterKey(trx, from.fingerprint, nowMs)
  await insertMasterKey(trx, to.fingerprint, nowMs)
}
