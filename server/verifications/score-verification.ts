// Asks for the score of a verification that has been decided. Of all that is known of it, the scoring
// feature gets what features are made of, and an id for the log.

import type { CheckOutcome } from '../scoring/features.ts'
import { type RequestScoreNeeds, requestScore, type ScoreReply } from '../scoring/request-score.ts'
import type { CheckName, Conclusion, Verification } from './verification.ts'

export type Decided = Pick<Verification, 'id' | 'country' | 'idType' | 'createdAt'> &
  Pick<Conclusion, 'checks'> & { readonly resultCode: string | undefined }

/** Outside of transactions. @throws the reason of `signal` when it is aborted before there is an answer. */
export async function scoreVerification(
  needs: RequestScoreNeeds,
  decided: Decided,
  signal: AbortSignal,
): Promise<ScoreReply> {
  const { id: verificationId, country, idType, createdAt, checks, resultCode } = decided
  const outcomeOf = (name: CheckName): CheckOutcome =>
    checks.find(({ check }) => check === name)?.result ?? 'not_done'
  const subject = {
    verificationId,
    country,
    idType,
    resultCode,
    document: outcomeOf('document'),
    liveness: outcomeOf('liveness'),
    submittedAt: createdAt,
  }
  const reply = await requestScore(needs, subject, signal)
  if (reply.kind === 'unavailable') signal.throwIfAborted()
  return reply
}
