// Deletes the score of a verification, in the transaction that erases it. Its usage stays, which bills.

import type { Trx } from '../db/transaction.ts'
import { deleteScoreOf } from './score-store.ts'

/** Returns how many scores it deleted: 0 or 1. */
export function eraseScoreOf(trx: Trx, verificationId: string): Promise<number> {
  return deleteScoreOf(trx, verificationId)
}
