// Repeats erasures in the database of a restored backup that is older than they are, before the service opens. Needs
// no key.

import { type Db, inTransaction, type Trx } from '../db/transaction.ts'
import { concludeErased } from '../verifications/erasure/erase-columns.ts'
import { findVerification } from '../verifications/verification-view.ts'
import { destroyRows } from './destroy-rows.ts'
import { remainingSteps } from './erase-verification.ts'
import type { ErasureEntry } from './erasure.ts'
import { findErasureOf, insertErasure, insertSteps } from './erasure-store.ts'

/**
 * Destroys again what the ledger says was erased, and adds the entries that this database lacks. Image files, audit
 * entries and certificates follow when the server starts (`finishErasures`), which has the keys and the folder.
 * Returns how many verifications it erased. May be called twice.
 */
export async function eraseAgain(
  db: Pick<Db, 'write'>,
  entries: readonly ErasureEntry[],
): Promise<number> {
  let erased = 0
  for (const entry of entries) {
    if (await inTransaction(db, (trx) => eraseOneAgain(trx, entry))) erased += 1
  }
  return erased
}

async function eraseOneAgain(trx: Trx, entry: ErasureEntry): Promise<boolean> {
  if (await findErasureOf(trx, entry.verification_id)) return false
  await insertErasure(trx, entry)
  const verification = await findVerification(trx, entry.verification_id)
  if (verification === undefined) return false
  // An older backup may hold it from before it completed.
  await concludeErased(trx, verification, { status: entry.status, at: entry.erased_at })
  const { files } = await destroyRows(trx, verification, entry.erased_at)
  const audit = { erasureId: entry.id, step: 'audit', item: '' } as const
  await insertSteps(trx, [audit, ...remainingSteps(entry.id, files)])
  return true
}
