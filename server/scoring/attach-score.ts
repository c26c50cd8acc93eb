// Attaches a score to its verification, in the transaction of what it belongs to. The first one stays.

import type { Trx } from '../db/transaction.ts'
import type { Score } from './score.ts'
import { findScore, insertScore } from './score-store.ts'

/** Gives back what is attached then: this score, or the one that was there before it. */
export async function attachScore(trx: Trx, verificationId: string, score: Score): Promise<Score> {
  const isFirst = await insertScore(trx, verificationId, score)
  const attached = isFirst ? score : await findScore(trx, verificationId)
  if (!attached) throw new Error('a score is neither attached nor there already')
  return attached
}
