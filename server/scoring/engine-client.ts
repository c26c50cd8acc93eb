// Asks the scoring engine over HTTP: the eight features and a random request id, nothing else. One budget
// for all of it; whatever goes wrong is a value without words of the engine's.

import { randomUUID } from 'node:crypto'
import { startDeadline } from '../providers/deadline.ts'
import type { CallFailure, ProviderAnswer, ProviderFetch } from '../providers/provider-fetch.ts'
import type { EngineReply, EngineTrouble, ScoringEngine } from './engine.ts'
import { badAnswer, readEngineAnswer } from './engine-answer.ts'
import { answerBytesMax, engineRequestSchema } from './engine-contract.ts'
import { onlyFeatures } from './features.ts'

export interface EngineAccess {
  readonly url: URL
  /** Sent as `Authorization: Bearer`. */
  readonly token: string
  /** For one score, from dialling to the end of the answer. */
  readonly timeoutMs: number
}

/** `fetch` is used by this engine alone and closed with it. */
export function createEngineClient(fetch: ProviderFetch, access: EngineAccess): ScoringEngine {
  return {
    async score(features, signal = new AbortController().signal) {
      const leaving = onlyFeatures(features)
      if (leaving === undefined) return unavailable('features_refused')
      const question = engineRequestSchema.parse({ request_id: randomUUID(), features: leaving })
      const deadline = startDeadline(signal, access.timeoutMs)
      try {
        const answer = await ask(fetch, access, question, deadline.signal)
        const reply = replyOf(answer, question.request_id, deadline.expired())
        return { ...reply, requestId: question.request_id }
      } finally {
        deadline.clear()
      }
    },
    close: () => fetch.close(),
  }
}

function replyOf(answer: ProviderAnswer, requestId: string, isLate: boolean): EngineReply {
  if (answer.kind === 'answer') return readEngineAnswer(answer, requestId)
  if (answer.reason === 'too_large') return badAnswer('too_large')
  return unavailable(isLate ? 'timeout' : troubles[answer.reason])
}

/**
 * Repeats the question once where the connection broke: a kept one may have been closed just as it was
 * used. The engine knows a repeat by its request id.
 */
async function ask(
  fetch: ProviderFetch,
  { url, token, timeoutMs }: EngineAccess,
  question: { readonly request_id: string },
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const send = () =>
    fetch.send({
      purpose: 'score',
      method: 'POST',
      url,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        Accept: 'application/json',
        'Accept-Encoding': 'identity',
        'Request-Id': question.request_id,
      },
      body: JSON.stringify(question),
      timeoutMs,
      answerBytesMax,
      signal,
    })
  const first = await send()
  return first.kind === 'failed' && first.reason === 'network' ? send() : first
}

const troubles: Readonly<Record<Exclude<CallFailure, 'too_large'>, EngineTrouble>> = {
  timeout: 'timeout',
  network: 'network',
  aborted: 'aborted',
  address_forbidden: 'address_forbidden',
}

function unavailable(reason: EngineTrouble): EngineReply {
  return { kind: 'unavailable', reason }
}
