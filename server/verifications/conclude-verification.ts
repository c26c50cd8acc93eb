// Ends a verification. What it returns runs in the transaction that finishes the job, so that status,
// answer and everything that follows from them commit together or not at all.

import type { Keyring } from '../crypto/keyring.ts'
import type { SealingKey } from '../crypto/seal.ts'
import type { Trx } from '../db/transaction.ts'
import type { Commit } from '../jobs/job-handler.ts'
import { attachScore } from '../scoring/attach-score.ts'
import type { Score } from '../scoring/score.ts'
import type { AnnounceNeeds } from '../webhooks/fan-out.ts'
import { markVerification } from './mark-store.ts'
import { meterVerification } from './meter-verification.ts'
import { recordOutcome } from './record-outcome.ts'
import { sealProviderAnswer } from './sealed-parts.ts'
import { sumConclusion } from './sum-verification.ts'
import { tellOfVerification } from './tell-of-verification.ts'
import type { Conclusion, Verification } from './verification.ts'
import { concludePending, setScoring } from './verification-store.ts'
import { findVerification } from './verification-view.ts'

/** What else follows from the end of a verification, told where the product is put together. */
export interface ConcludeNeeds extends Omit<AnnounceNeeds, 'keyring'> {
  readonly keyring: Keyring
  /** Writes in the transaction that ends it. */
  readonly onConcluded: (trx: Trx, ended: Verification) => Promise<void>
}

export interface Ending {
  readonly conclusion: Conclusion
  readonly answer: unknown
  readonly dataKey: SealingKey | undefined
  /** Of the provider's final answer. */
  readonly resultCode?: string
  /** What came of asking for a score, where it was asked for. */
  readonly scored?: Scored
}

export type Scored =
  | { readonly kind: 'scored'; readonly score: Score }
  | { readonly kind: 'unavailable' }

/**
 * `answer` is the provider's final answer as it came, or what we know where it gave none. It is kept
 * under `dataKey`; without one, because it was destroyed or does not open, no answer is kept.
 */
export function concludeVerification(
  needs: ConcludeNeeds,
  verificationId: string,
  end: Ending,
): Commit {
  const { dataKey, answer, resultCode, scored } = end
  const providerAnswer = dataKey && sealProviderAnswer(dataKey, verificationId, answer)
  return async (trx) => {
    const completedAt = needs.clock.now()
    const ending = { ...end.conclusion, completedAt, providerAnswer, resultCode }
    if (!(await concludePending(trx, verificationId, ending))) return
    if (scored) await keepScoring(trx, verificationId, scored)
    const ended = await findVerification(trx, verificationId)
    if (!ended) return
    await markVerification(trx, ended)
    await sumConclusion(trx, ended)
    await meterVerification(trx, ended)
    await tellOfVerification(needs, trx, ended, dataKey)
    await recordOutcome(needs, trx, verificationId, 'verification.completed')
    await needs.onConcluded(trx, ended)
  }
}

async function keepScoring(trx: Trx, verificationId: string, scored: Scored): Promise<void> {
  if (scored.kind === 'unavailable') return setScoring(trx, verificationId, 'skipped')
  await attachScore(trx, verificationId, scored.score)
  await setScoring(trx, verificationId, 'attached')
}
