// Requests a score from the engine, outside of any transaction: derives the features, calls the engine, and returns a
// score or the reason why there is none. Never throws because of the engine, and never waits longer than 35 seconds.

import type { Appliance } from '../appliance.ts'
import type { Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { EngineReply, EngineTrouble, ScoringEngine } from './engine.ts'
import { badAnswer } from './engine-answer.ts'
import { answerFaultOf, scoredReplySchema } from './engine-contract.ts'
import {
  deriveFeatures,
  type FeatureInput,
  type Features,
  featureNames,
  onlyFeatures,
} from './features.ts'
import { featureSetVersion } from './kept-features.ts'
import type { Score } from './score.ts'

export interface RequestScoreNeeds extends Pick<Appliance, 'scoringReference' | 'clock' | 'log'> {
  /** undefined when no engine is set: every score is unavailable. */
  readonly scoring: ScoringEngine | undefined
}

export type ScoreReply =
  | { readonly kind: 'scored'; readonly score: Score }
  | { readonly kind: 'unavailable'; readonly reason: EngineTrouble }

/** Only the features and the request's id are sent; that of the verification is for our log. */
export interface ScoreSubject extends FeatureInput {
  readonly verificationId: string
  /** See `engineRequestId`. */
  requestIdFor(features: Features): string
}

/** When `signal` is aborted, the reason is `aborted`. */
export async function requestScore(
  needs: RequestScoreNeeds,
  { verificationId, requestIdFor, ...input }: ScoreSubject,
  signal: AbortSignal,
): Promise<ScoreReply> {
  const features = deriveFeatures(input, needs.scoringReference)
  const reply = await askEngine(needs, features, signal, requestIdFor(features))
  const ids = { verification_id: verificationId, engine_request_id: reply.requestId }
  if (reply.kind === 'unavailable') {
    const reason = reply.fault === undefined ? reply.reason : `${reply.reason}:${reply.fault}`
    needs.log.warn('score_unavailable', { ...ids, reason })
    return reply
  }
  needs.log.info('score_computed', ids)
  const computedAt = needs.clock.now()
  const { score, confidence, modelVersion, flags } = reply
  return {
    kind: 'scored',
    score: {
      id: newId('scr', computedAt),
      score,
      confidence,
      modelVersion,
      flags,
      computedAt,
      featuresUsed: featureNames,
      referenceVersion: needs.scoringReference.version,
      features: { set: featureSetVersion, values: features },
    },
  }
}

/** @param input is sent only if it is exactly the eight features */
export async function askEngine(
  { scoring, clock, log }: Pick<RequestScoreNeeds, 'scoring' | 'clock' | 'log'>,
  input: unknown,
  signal: AbortSignal,
  requestId?: string,
): Promise<EngineReply> {
  if (!scoring) return unavailable('not_configured')
  const features = onlyFeatures(input)
  if (!features) return unavailable('features_refused')
  const limit = waitLimit(clock, signal)
  try {
    const reply = Promise.resolve(scoring.score(features, limit.signal, requestId))
    return checkReply(await Promise.race([reply, limit.reached]))
  } catch (error) {
    log.error('scoring_engine_failed', {}, error)
    return unavailable('bad_answer')
  } finally {
    limit.clear()
  }
}

/** An engine has its own time limit of at most 30 s; this one guards against an engine that ignores it. */
const waitMsMax = 35_000

function waitLimit(clock: Clock, outer: AbortSignal) {
  const controller = new AbortController()
  let clear = () => {}
  const reached = new Promise<EngineReply>((resolve) => {
    const end = (reason: EngineTrouble) => {
      controller.abort()
      resolve(unavailable(reason))
    }
    const cancel = clock.after(waitMsMax, () => end('timeout'))
    const follow = () => end('aborted')
    outer.addEventListener('abort', follow, { once: true })
    clear = () => {
      cancel()
      outer.removeEventListener('abort', follow)
    }
    if (outer.aborted) follow()
  })
  return { signal: controller.signal, reached, clear: () => clear() }
}

/** Refuses a score that breaks the contract, whichever engine made it. */
function checkReply(reply: EngineReply): EngineReply {
  if (reply.kind === 'unavailable') return reply
  const parsed = scoredReplySchema.safeParse(reply)
  if (parsed.success) return parsed.data
  return badAnswer(answerFaultOf(parsed.error))
}

function unavailable(reason: EngineTrouble): EngineReply & { readonly kind: 'unavailable' } {
  return { kind: 'unavailable', reason }
}
