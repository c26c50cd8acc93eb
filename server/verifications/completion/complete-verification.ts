// Completes a pending verification: its status, the provider's answer, its score and all that follows commit in the
// transaction that finishes the job.

import type { EncryptionKey } from '../../crypto/encrypt.ts'
import type { Trx } from '../../db/transaction.ts'
import type { Commit } from '../../jobs/job-handler.ts'
import { attachScore } from '../../scoring/attach-score.ts'
import type { Score } from '../../scoring/score.ts'
import { encryptProviderAnswer } from '../erasure/encrypted-columns.ts'
import type { Outcome } from '../verification.ts'
import { completePending, setScoring } from '../verification-store.ts'
import { findVerification } from '../verification-view.ts'
import { type FollowNeeds, followOutcome } from './follow-outcome.ts'

export interface Completion {
  readonly outcome: Outcome
  /** The provider's final answer, unchanged, or our own note of why there is none. */
  readonly answer: unknown
  readonly dataKey: EncryptionKey | undefined
  /** Of the provider's final answer. */
  readonly resultCode?: string
  /** The scoring engine's reply, if a score was requested. */
  readonly scored?: Scored
  /** Decided before the provider was asked, so no `kyc.verify` is metered. */
  readonly isWithoutProvider?: boolean
}

export type Scored =
  | { readonly kind: 'scored'; readonly score: Score }
  | { readonly kind: 'unavailable' }

/** Returns the writes to commit. They do nothing when the verification is completed already. */
export function completeVerification(
  needs: FollowNeeds,
  verificationId: string,
  completion: Completion,
): Commit {
  return async (trx) => {
    await completeNow(needs, trx, verificationId, completion)
  }
}

/** Returns false, and writes nothing, when the verification is completed already. */
export async function completeNow(
  needs: FollowNeeds,
  trx: Trx,
  verificationId: string,
  completion: Completion,
): Promise<boolean> {
  const { outcome, dataKey, answer, resultCode, scored, isWithoutProvider = false } = completion
  const providerAnswer = dataKey && encryptProviderAnswer(dataKey, verificationId, answer)
  const completedAt = needs.clock.now()
  const columns = { ...outcome, completedAt, providerAnswer, resultCode }
  if (!(await completePending(trx, verificationId, columns))) return false
  if (scored) await saveScoring(trx, verificationId, scored)
  const completed = await findVerification(trx, verificationId)
  const change = { kind: 'completed', dataKey, isWithoutProvider } as const
  if (completed) await followOutcome(needs, trx, completed, change)
  return true
}

async function saveScoring(trx: Trx, verificationId: string, scored: Scored): Promise<void> {
  if (scored.kind === 'unavailable') return setScoring(trx, verificationId, 'skipped')
  await attachScore(trx, verificationId, scored.score)
  await setScoring(trx, verificationId, 'attached')
}
