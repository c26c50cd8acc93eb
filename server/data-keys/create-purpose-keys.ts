// Creates the first purpose keys of an installation.

import type { MasterKey } from '../crypto/master-key.ts'
import { keyPurposes, newPurposeKey, wrapPurposeKey } from '../crypto/purpose-key.ts'
import type { Trx } from '../db/transaction.ts'
import { insertMasterKey, insertPurposeKeys } from './purpose-key-store.ts'

/** Creates one key for each purpose, in the transaction that records the installation. */
export async function createPurposeKeys(trx: Trx, master: MasterKey, nowMs: number): Promise<void> {
  await insertMasterKey(trx, master.fingerprint, nowMs)
  const keys = keyPurposes.map((purpose) => wrapPurposeKey(master, newPurposeKey(purpose, nowMs)))
  await insertPurposeKeys(trx, keys, nowMs)
}
