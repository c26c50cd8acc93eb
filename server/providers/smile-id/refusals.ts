// Turns an answer that is not the one asked for (an HTTP error, a request code) into our own words.
// The codes here stand in `code` of Smile ID's error bodies, never in `ResultCode`. Pure.

import type { RefusedReason, Trouble } from '../provider.ts'
import { parseRefusal, type RefusalBody } from './protocol.ts'

/** The job_id was used before: a registration of ours that we no longer remember the end of. */
export const codeJobExists = '2215'

/**
 * The job is there without pictures (2314), or is not known (2303 and 2304, which no public source
 * explains). Submitting again under the same names is right for all three, and safe.
 */
export const codesNoPictures: ReadonlySet<string> = new Set(['2303', '2304', '2314'])

const serverErrorCodes: ReadonlySet<string> = new Set(['2201', '2301', '2401'])

const refusedByCode: ReadonlyMap<string, RefusedReason> = new Map<string, RefusedReason>([
  ['2205', 'provider_credentials_refused'],
  ['2405', 'provider_credentials_refused'],
  ['1016', 'provider_misconfigured'],
  ['2220', 'provider_misconfigured'],
  ['2221', 'provider_misconfigured'],
])

/** No code for an empty wallet is published, only that the text says so. */
const speaksOfMoney = /\b(balance|wallet|credits?|funds?)\b/i
/** 2204 means a wrong data type on one page of the documentation and bad credentials on another. */
const speaksOfAuthority = /authori[sz]/i

export interface BadAnswer {
  readonly status: number
  /** The parsed body; undefined where it was no JSON. */
  readonly json: unknown
}

/** What we make of any answer other than the one that was asked for. */
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

/** Undefined where the answer is not one of Smile ID's: a proxy's page, a redirect. */
function refusedReasonOf(status: number, body: RefusalBody): RefusedReason | undefined {
  const { code, text, isTheirs } = body
  if (status === 402 || speaksOfMoney.test(text)) return 'provider_wallet_empty'
  const known = code === undefined ? undefined : refusedByCode.get(code)
  if (known !== undefined) return known
  if (code === '2204' && speaksOfAuthority.test(text)) return 'provider_credentials_refused'
  // A proxy of the bank's refuses with the same statuses, and its mood passes.
  if (isTheirs && (status === 401 || status === 403)) return 'provider_credentials_refused'
  return code === undefined ? undefined : 'provider_rejected_request'
}
