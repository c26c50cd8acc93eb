// Reads a callback of Smile ID's. It only wakes the poll of the job that it names: its signature does
// not cover its body, so nothing in it but that name is used, and the truth is asked for afterwards.

import { authenticityOf, type Signed } from './authenticity.ts'
import { parseResult, parseStatusAnswer } from './protocol.ts'
import type { SmileCredentials } from './signature.ts'

export type CallbackReading =
  | { readonly kind: 'authentic'; readonly jobId: string }
  | { readonly kind: 'refused'; readonly reason: 'malformed' | 'bad_signature' | 'stale' }

/**
 * A day: Smile ID repeats an undelivered callback for about as long, and whether it signs each repeat
 * anew is not documented. A window of minutes would throw away true callbacks; a replayed one costs no
 * more than one question about a job.
 */
const ageMsMax = 24 * 60 * 60_000

const jobIdCharactersMax = 100

/** @param body The parsed JSON: a result object, or the older envelope with the result inside. */
export function readSmileIdCallback(
  body: unknown,
  credentials: SmileCredentials,
  nowMs: number,
): CallbackReading {
  const envelope = parseStatusAnswer(body)
  if (envelope === undefined) return { kind: 'refused', reason: 'malformed' }
  const inner = envelope.result.kind === 'object' ? envelope.result : undefined
  const jobId = (inner?.fields ?? parseResult(body))?.PartnerParams?.job_id ?? envelope.jobId
  if (!jobId || jobId.length > jobIdCharactersMax) return { kind: 'refused', reason: 'malformed' }
  const signed = envelope.signature === undefined ? signedOf(inner?.raw) : envelope
  const authenticity = authenticityOf(credentials, signed, { nowMs, ageMsMax })
  if (authenticity !== 'authentic') return { kind: 'refused', reason: authenticity }
  return { kind: 'authentic', jobId }
}

function signedOf(raw: unknown): Signed {
  const { timestamp, signature } = parseStatusAnswer(raw) ?? {}
  return { timestamp, signature }
}
