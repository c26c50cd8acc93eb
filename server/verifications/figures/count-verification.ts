// Adds a verification to the hourly counters: its submission, its outcome with the reasons and the time to it, and
// the band of its score.

import type { Trx } from '../../db/transaction.ts'
import { bandOf } from '../../scoring/bands.ts'
import { type Score, scoreOf } from '../../scoring/score.ts'
import type { Verification } from '../verification.ts'
import { stepOf } from './time-steps.ts'
import { addToCodes, addToCounter, addToTimes } from './verification-counter-store.ts'

export function countSubmission(trx: Trx, submitted: Verification): void {
  addToCounter(trx, submitted, { kind: 'submitted', at: submitted.createdAt })
}

/** Call once, when the verification completes; counts its score too, if it has one by then. */
export function countOutcome(trx: Trx, completed: Verification): void {
  const { status, reasons, createdAt, completedAt: at } = completed
  if (status === 'pending' || at === undefined) return
  addToCounter(trx, completed, { kind: status, at })
  // The time to an error measures how long we retried, not how long a result takes.
  if (status !== 'error') {
    addToTimes(trx, completed, { kind: 'result', upToMs: stepOf(at - createdAt), at })
  }
  if (status !== 'approved') addToCodes(trx, completed, { kind: status, codes: reasons, at })
  const score = scoreOf(completed.scoring)
  if (score !== undefined) countScore(trx, completed, score)
}

/** Call once, when the score is attached. */
export function countScore(trx: Trx, scored: Verification, score: Score): void {
  const { band } = bandOf(score.score)
  addToCounter(trx, scored, { kind: `band_${band}`, at: score.computedAt })
}
