// Maps unexpected answers (an HTTP error, a request code) to our own reasons. These codes appear in
// `code` of Smile ID's error bodies, never in `ResultCode`. Pure.

import type { RefusedReason, Trouble } from '../provider.ts'
import { parseRefusal, type RefusalBody } from './protocol.ts'

/** The job_id was used before: we registered it and do not know any more how that ended. */
export const codeJobExists = '2215'

/**
 * The job has no images (2314) or is unknown (2303 and 2304, which no public source explains).
 * Submitting again under the same ids is right for all three, and safe.
 */
export const codesNoImages: ReadonlySet<string> = new Set(['2303', '2304', '2314'])

const serverErrorCodes: ReadonlySet<string> = new Set(['2201', '2301', '2401'])

const refusedByCode: ReadonlyMap<string, RefusedReason> = new Map<string, RefusedReason>([
  ['2205', 'provider_credentials_refused'],
  ['2405', 'provider_credentials_refused'],
  ['1016', 'provider_misconfigured'],
  ['2220', 'provider_misconfigured'],
  ['2221', 'provider_misconfigured'],
])

/** Matches the text of an empty wallet; no code for it is published. */
const mentionsMoney = /\b(balance|wallet|credits?|funds?)\b/i
/** 2204 means a wrong data type on one page of the documentation and bad credentials on another. */
const mentionsAuthorization = /authori[sz]/i

interface BadAnswer {
  readonly status: number
  /** The parsed body; undefined where it was not JSON. */
  readonly json: unknown
}

/** Maps any answer other than the expected one. */
export function troubleOf({ status, json }: BadAnswer): Trouble {
  const body = parseRefusal(json)
  if (status === 429) return { kind: 'unavailable', reason: 'rate_limited' }
  if (status === 408) return { kind: 'unavailable', reason: 'timeout' }
  if (status >= 500) return { kind: 'unavailable', reason: 'server_error' }
  if (body.code !== undefined && serverErrorCodes.has(body.code)) {
    return { kind: 'unavailable', reason: 'server_error' }
  }
  const reason = refusedReasonOf(status, body)
  if (reason === undefined) return { kind: 'unavailable', reason: 'bad_answer' }
  return { kind: 'refused', reason, code: body.code, raw: json }
}

/** Returns undefined where the answer is not from Smile ID: a proxy's page, a redirect. */
function refusedReasonOf(status: number, body: RefusalBody): RefusedReason | undefined {
  const { code, text, isTheirs } = body
  if (status === 402 || mentionsMoney.test(text)) return 'provider_wallet_empty'
  const known = code === undefined ? undefined : refusedByCode.get(code)
  if (known !== undefined) return known
  if (code === '2204' && mentionsAuthorization.test(text)) return 'provider_credentials_refused'
  // A proxy of the bank may answer with the same statuses, but only temporarily.
  if (isTheirs && (status === 401 || status === 403)) return 'provider_credentials_refused'
  return code === undefined ? undefined : 'provider_rejected_request'
}
