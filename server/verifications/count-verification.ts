// Adds a verification to the hourly counters: its submission, its outcome and the time to it, and the band of its
// score.

import type { Trx } from '../db/transaction.ts'
import { bandOf } from '../scoring/bands.ts'
import { type Score, scoreOf } from '../scoring/score.ts'
import { stepOf } from './time-steps.ts'
import type { Verification } from './verification.ts'
import { addToCounter, addToTimes } from './verification-counter-store.ts'

export async function countSubmission(trx: Trx, submitted: Verification): Promise<void> {
  await addToCounter(trx, submitted, { kind: 'submitted', at: submitted.createdAt })
}

/** Call once, when the verification completes; counts its score too, if it has one by then. */
export async function countOutcome(trx: Trx, completed: Verification): Promise<void> {
  const { status, environment, createdAt, completedAt: at } = completed
  if (status === 'pending' || at === undefined) return
  await addToCounter(trx, completed, { kind: status, at })
  // The time to an error measures how long we retried, not how long a result takes.
  if (status !== 'error') {
    await addToTimes(trx, environment, { upToMs: stepOf(at - createdAt), at })
  }
  const score = scoreOf(completed.scoring)
  if (score !== undefined) await countScore(trx, completed, score)
}

/** Call once, when the score is attached. */
export async function countScore(trx: Trx, scored: Verification, score: Score): Promise<void> {
  const { band } = bandOf(score.score)
  await addToCounter(trx, scored, { kind: `band_${band}`, at: score.computedAt })
}
