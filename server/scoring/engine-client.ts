// Requests a score from the engine over HTTP. Sends the eight features and a request id, nothing else. One time
// limit covers the whole request; failures are returned as codes, never with the engine's own text.

import { randomUUID } from 'node:crypto'
import { startDeadline } from '../egress/deadline.ts'
import type { CallFailure, ServiceAnswer, ServiceClient } from '../egress/service-client.ts'
import type { EngineReply, EngineTrouble, ScoringEngine } from './engine.ts'
import { badAnswer, readEngineAnswer } from './engine-answer.ts'
import { engineAnswerBytesMax, engineRequestSchema } from './engine-contract.ts'
import { onlyFeatures } from './features.ts'

interface EngineAccess {
  readonly url: URL
  /** Sent as `Authorization: Bearer`. */
  readonly token: string
  /** For one score, from connecting to the end of the answer. */
  readonly timeoutMs: number
}

/** The client owns `fetch` and closes it. */
export function createEngineClient(fetch: ServiceClient, access: EngineAccess): ScoringEngine {
  return {
    async score(features, signal = new AbortController().signal, requestId = randomUUID()) {
      const checkedFeatures = onlyFeatures(features)
      if (checkedFeatures === undefined) return unavailable('features_refused')
      const request = { request_id: requestId, features: checkedFeatures }
      const body = engineRequestSchema.parse(request)
      const deadline = startDeadline(signal, access.timeoutMs)
      try {
        const answer = await send(fetch, access, body, deadline.signal)
        const reply = replyOf(answer, body.request_id, deadline.expired())
        return { ...reply, requestId: body.request_id }
      } finally {
        deadline.clear()
      }
    },
    close: () => fetch.close(),
  }
}

function replyOf(answer: ServiceAnswer, requestId: string, isLate: boolean): EngineReply {
  if (answer.kind === 'answer') return readEngineAnswer(answer, requestId)
  if (answer.reason === 'too_large') return badAnswer('too_large')
  return unavailable(isLate ? 'timeout' : troubles[answer.reason])
}

/**
 * Sends the request once more if the connection broke: a pooled connection may have been closed just as it was
 * used. The engine recognises the repeat by its request id.
 */
async function send(
  fetch: ServiceClient,
  { url, token, timeoutMs }: EngineAccess,
  request: { readonly request_id: string },
  signal: AbortSignal,
): Promise<ServiceAnswer> {
  const sendOnce = () =>
    fetch.send({
      purpose: 'score',
      method: 'POST',
      url,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        Accept: 'application/json',
        'Accept-Encoding': 'identity',
        'Request-Id': request.request_id,
      },
      body: JSON.stringify(request),
      timeoutMs,
      answerBytesMax: engineAnswerBytesMax,
      signal,
    })
  const first = await sendOnce()
  return first.kind === 'failed' && first.reason === 'network' ? sendOnce() : first
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
