// Ends a verification. What it returns runs in the transaction that finishes the job, so that status,
// answer and everything that follows from them commit together or not at all.

import type { SealingKey } from '../crypto/seal.ts'
import type { Commit } from '../jobs/job-handler.ts'
import type { AnnounceNeeds } from '../webhooks/fan-out.ts'
import { sealProviderAnswer } from './sealed-parts.ts'
import { tellOfVerification } from './tell-of-verification.ts'
import type { Conclusion } from './verification.ts'
import { concludePending, findVerification } from './verification-store.ts'

/**
 * `answer` is the provider's final answer as it came, or what we know where it gave none. It is kept
 * under `dataKey`; without one, because it was destroyed or does not open, no answer is kept.
 */
export function concludeVerification(
  needs: AnnounceNeeds,
  verificationId: string,
  end: {
    readonly conclusion: Conclusion
    readonly answer: unknown
    readonly dataKey: SealingKey | undefined
  },
): Commit {
  const { dataKey, answer } = end
  const providerAnswer = dataKey && sealProviderAnswer(dataKey, verificationId, answer)
  return async (trx) => {
    const completedAt = needs.clock.now()
    const ending = { ...end.conclusion, completedAt, providerAnswer }
    if (!(await concludePending(trx, verificationId, ending))) return
    const ended = await findVerification(trx, verificationId)
    if (ended) await tellOfVerification(needs, trx, ended, dataKey)
  }
}
