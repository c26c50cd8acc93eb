// Reads a callback from Smile ID. It only triggers the poll of its job: the signature does not
// cover the body, so only the job id is used and the result is fetched afterwards. The one thing
// that no poll shows is kept for people: the report of the search for fraud.

import type { CallbackReading } from '../provider-kind.ts'
import { authenticityOf, type Signed } from './authenticity.ts'
import { fraudReportOf } from './late-answers.ts'
import { parseResult, parseStatusAnswer } from './protocol.ts'
import type { SmileCredentials } from './signature.ts'

/**
 * A day: Smile ID repeats an undelivered callback for about as long, and it is not documented
 * whether each repeat is signed anew. A window of minutes would reject genuine callbacks; a
 * replayed one costs no more than one status request.
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
  const fields = inner?.fields ?? parseResult(body)
  const jobId = fields?.PartnerParams?.job_id ?? envelope.jobId
  if (!jobId || jobId.length > jobIdCharactersMax) return { kind: 'refused', reason: 'malformed' }
  const signed = envelope.signature === undefined ? signedOf(inner?.raw) : envelope
  const authenticity = authenticityOf(credentials, signed, { nowMs, ageMsMax })
  if (authenticity !== 'authentic') return { kind: 'refused', reason: authenticity }
  const report = fraudReportOf(inner?.raw ?? body, fields)
  return { kind: 'authentic', jobId, ...(report === undefined ? {} : { report }) }
}

function signedOf(raw: unknown): Signed {
  const { timestamp, signature } = parseStatusAnswer(raw) ?? {}
  return { timestamp, signature }
}
