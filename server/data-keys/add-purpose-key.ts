// Adds a newer key for a purpose, and destroys the older ones once nothing needs them.

import type { MasterKey } from '../crypto/master-key.ts'
import {
  type KeyPurpose,
  newPurposeKey,
  type PurposeKey,
  wrapPurposeKey,
} from '../crypto/purpose-key.ts'
import type { Trx } from '../db/transaction.ts'
import { destroyKeys, insertPurposeKeys, listKeysBefore } from './purpose-key-store.ts'

export async function addPurposeKey(
  trx: Trx,
  master: MasterKey,
  purpose: KeyPurpose,
  at: { readonly usedFrom: number; readonly nowMs: number },
): Promise<PurposeKey> {
  const key = newPurposeKey(purpose, at.usedFrom)
  await insertPurposeKeys(trx, [wrapPurposeKey(master, key)], at.nowMs)
  return key
}

/** Destroys the keys of the purpose that were in use before `before`. Returns their ids. */
export async function destroyOlderKeys(
  trx: Trx,
  older: { readonly purpose: KeyPurpose; readonly before: number },
  nowMs: number,
): Promise<readonly string[]> {
  const ids = await listKeysBefore(trx, older)
  if (ids.length > 0) await destroyKeys(trx, ids, nowMs)
  return ids
}
