// Parses the engine's HTTP answer: a score if it fully meets the contract, otherwise the reason why not. Pure.

import { parseBoundedJson } from '../kernel/bounded-json.ts'
import { hasDuplicateName } from './duplicate-names.ts'
import type { AnswerFault, EngineReply } from './engine.ts'
import { answerFaultOf, engineAnswerSchema } from './engine-contract.ts'

interface HttpAnswer {
  readonly status: number
  readonly contentType: string | undefined
  readonly contentEncoding: string | undefined
  readonly body: Buffer
}

/** An answer with another request id than `requestId` is refused. */
export function readEngineAnswer(answer: HttpAnswer, requestId: string): EngineReply {
  if (answer.status !== 200) return refusalOf(answer.status)
  if (!/^identity$/i.test(answer.contentEncoding ?? 'identity')) return badAnswer('encoding')
  // A comma would mean two content types.
  if (!/^application\/json *(;[^,]*)?$/i.test(answer.contentType ?? '')) {
    return badAnswer('content_type')
  }
  const text = decode(answer.body)
  const json = text === undefined ? undefined : parseBoundedJson(answer.body)
  if (text === undefined || json === undefined) return badAnswer('not_json')
  if (hasDuplicateName(text)) return badAnswer('duplicate_name')
  const parsed = engineAnswerSchema.safeParse(json)
  if (!parsed.success) return badAnswer(answerFaultOf(parsed.error))
  const { score, confidence, model_version: modelVersion, flags = [], request_id } = parsed.data
  if (request_id !== undefined && request_id !== requestId) return badAnswer('request_id')
  return { kind: 'scored', score, confidence, modelVersion, flags }
}

export function badAnswer(fault: AnswerFault): EngineReply {
  return { kind: 'unavailable', reason: 'bad_answer', fault }
}

function refusalOf(status: number): EngineReply {
  // Redirects are not followed, and only 200 counts as success.
  if (status < 400) return badAnswer('status')
  if (status === 429) return { kind: 'unavailable', reason: 'rate_limited' }
  return { kind: 'unavailable', reason: status >= 500 ? 'server_error' : 'rejected' }
}

/** Returns undefined for invalid UTF-8. Keeps a byte order mark, which JSON must not have (RFC 8259, 8.1). */
function decode(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return undefined
  }
}
