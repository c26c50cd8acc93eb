// Attaches a score to its verification, in the given transaction. A verification keeps its first score.

import type { Trx } from '../db/transaction.ts'
import type { Score } from './score.ts'
import { findScore, insertFirstScore, insertScore } from './score-store.ts'

/** Returns the attached score: this one, or an earlier one. */
export async function attachScore(trx: Trx, verificationId: string, score: Score): Promise<Score> {
  const isFirst = await insertScore(trx, verificationId, score)
  const attached = isFirst ? score : await findScore(trx, verificationId)
  if (!attached) throw new Error('the score was not inserted and no earlier one exists')
  return attached
}

/** For a verification that this transaction inserts: it cannot have a score yet. */
export function attachFirstScore(trx: Trx, verificationId: string, score: Score): Promise<void> {
  return insertFirstScore(trx, verificationId, score)
}
