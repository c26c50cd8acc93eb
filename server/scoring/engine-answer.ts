// What an engine's HTTP answer comes to: a score where every word of it is as agreed, trouble otherwise.
// Pure.

import type { EngineReply, EngineTrouble } from './engine.ts'
import { engineAnswerSchema } from './engine-contract.ts'

export interface HttpAnswer {
  readonly status: number
  readonly contentType: string | undefined
  readonly body: Buffer
}

/** `requestId` is that of the request; an answer to another one is not taken. */
export function readEngineAnswer(answer: HttpAnswer, requestId: string): EngineReply {
  if (answer.status !== 200) return { kind: 'unavailable', reason: troubleOf(answer.status) }
  const isJson = /^application\/json *(;|$)/i.test(answer.contentType ?? '')
  const parsed = engineAnswerSchema.safeParse(isJson ? parseJson(answer.body) : undefined)
  if (!parsed.success) return badAnswer
  const { score, confidence, model_version: modelVersion, flags = [], request_id } = parsed.data
  if (request_id !== undefined && request_id !== requestId) return badAnswer
  return { kind: 'scored', score, confidence, modelVersion, flags }
}

const badAnswer = { kind: 'unavailable', reason: 'bad_answer' } as const

function troubleOf(status: number): EngineTrouble {
  if (status === 429) return 'rate_limited'
  if (status >= 500) return 'server_error'
  // A redirect is not followed, and success without a body is none.
  return status >= 400 ? 'rejected' : 'bad_answer'
}

/** A byte order mark or a broken character makes it no JSON, as the standard has it (RFC 8259, 8.1). */
function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body))
  } catch {
    return undefined
  }
}
