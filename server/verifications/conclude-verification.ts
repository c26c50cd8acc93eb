// Ends a verification. What it returns runs in the transaction that finishes the job, so that status,
// answer and everything that follows from them commit together or not at all.

import type { SealingKey } from '../crypto/seal.ts'
import type { Commit } from '../jobs/job-handler.ts'
import type { Clock } from '../kernel/clock.ts'
import { sealProviderAnswer } from './sealed-parts.ts'
import type { Conclusion } from './verification.ts'
import { concludePending } from './verification-store.ts'

/**
 * `answer` is the provider's final answer as it came, or what we know where it gave none. It is kept
 * under `dataKey`; without one, because it was destroyed or does not open, no answer is kept.
 */
export function concludeVerification(
  needs: { readonly clock: Clock },
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
    await concludePending(trx, verificationId, { ...end.conclusion, completedAt, providerAnswer })
  }
}
