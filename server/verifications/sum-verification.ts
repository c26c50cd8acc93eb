// Counts what happens to a verification, by the hour: that it was submitted, how it ended and after how
// long, and the band of a score that came with it or later.

import type { Trx } from '../db/transaction.ts'
import { bandOf } from '../scoring/bands.ts'
import { type Score, scoreOf } from '../scoring/score.ts'
import { stepOf } from './time-steps.ts'
import type { Verification } from './verification.ts'
import { addToSum, addToTimes } from './verification-sum-store.ts'

export async function sumSubmission(trx: Trx, submitted: Verification): Promise<void> {
  await addToSum(trx, submitted, { fact: 'submitted', at: submitted.createdAt })
}

/** Once, when it ends; with its score, where it has one by then. */
export async function sumConclusion(trx: Trx, ended: Verification): Promise<void> {
  const { status, environment, createdAt, completedAt: at } = ended
  if (status === 'pending' || at === undefined) return
  await addToSum(trx, ended, { fact: status, at })
  // An error is no result that somebody waited for: its time says how long was tried.
  if (status !== 'error') {
    await addToTimes(trx, environment, { upToMs: stepOf(at - createdAt), at })
  }
  const score = scoreOf(ended.scoring)
  if (score !== undefined) await sumScore(trx, ended, score)
}

/** Once, when the score is attached. */
export async function sumScore(trx: Trx, scored: Verification, score: Score): Promise<void> {
  const { band } = bandOf(score.score)
  await addToSum(trx, scored, { fact: `band_${band}`, at: score.computedAt })
}
