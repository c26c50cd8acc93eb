// Requests the score of a decided verification. The scoring engine's input holds no personal data: only the feature
// input, and the verification's id for the log.

import type { Appliance } from '../appliance.ts'
import { engineRequestId } from '../scoring/engine-request-id.ts'
import type { Features } from '../scoring/features.ts'
import { type RequestScoreNeeds, requestScore, type ScoreReply } from '../scoring/request-score.ts'
import { type Decided, featureInputOf } from './feature-input.ts'
import type { Outcome, Verification } from './verification.ts'

type ScoreNeeds = RequestScoreNeeds & Pick<Appliance, 'keyring'>

/** Call it outside of transactions. @throws the reason of `signal` when it is aborted before there is an answer */
export async function scoreVerification(
  needs: ScoreNeeds,
  decided: Decided,
  signal: AbortSignal,
): Promise<ScoreReply> {
  const { id: verificationId } = decided
  const requestIdFor = (features: Features) =>
    engineRequestId(needs.keyring, verificationId, features)
  const subject = { verificationId, requestIdFor, ...featureInputOf(decided) }
  const reply = await requestScore(needs, subject, signal)
  if (reply.kind === 'unavailable') signal.throwIfAborted()
  return reply
}

interface Outcomes {
  readonly verification: Verification
  readonly outcome: Outcome
  readonly resultCode: string | undefined
}

/** Returns undefined where no score was requested, or the outcome is an error. Throws as `scoreVerification`. */
export async function scoreIfRequested(
  needs: ScoreNeeds,
  { verification, outcome: { status, checks }, resultCode }: Outcomes,
  signal: AbortSignal,
): Promise<ScoreReply | undefined> {
  const isWanted = verification.scoring.state === 'requested' && status !== 'error'
  if (!isWanted) return undefined
  return scoreVerification(needs, { ...verification, checks, resultCode }, signal)
}
