// Asks for the score of a verification that has been decided. Of all that is known of it, the scoring
// feature gets what features are made of, and an id for the log.

import { type RequestScoreNeeds, requestScore, type ScoreReply } from '../scoring/request-score.ts'
import { type Decided, featureInputOf } from './feature-input.ts'

/** Outside of transactions. @throws the reason of `signal` when it is aborted before there is an answer. */
export async function scoreVerification(
  needs: RequestScoreNeeds,
  decided: Decided,
  signal: AbortSignal,
): Promise<ScoreReply> {
  const subject = { verificationId: decided.id, ...featureInputOf(decided) }
  const reply = await requestScore(needs, subject, signal)
  if (reply.kind === 'unavailable') signal.throwIfAborted()
  return reply
}
