// Turns errors of openid-client into a trouble with a reason that can be logged: fixed words, no text of the directory.

import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { DirectoryError } from './directory.ts'

/** @throws the error itself if it is a bug and no failure of the directory */
export function directoryErrorOf(error: unknown): DirectoryError {
  if (error instanceof DirectoryError) return error
  if (error instanceof AuthorizationResponseError) {
    return new DirectoryError('refused', wordOf(error.error))
  }
  if (error instanceof ResponseBodyError) {
    // `invalid_client`: our secret; `invalid_grant`: a code that was used, has expired or is not ours.
    return new DirectoryError('answer_invalid', wordOf(error.error))
  }
  if (error instanceof ClientError) {
    const inner = causeOf(error)
    if (inner instanceof DirectoryError) return inner
    return new DirectoryError('answer_invalid', reasonOf(error))
  }
  throw error
}

/** Error codes of RFC 6749 are such words; anything else is not logged. */
function wordOf(code: string): string {
  return /^[a-z_]{1,60}$/.test(code) ? code : 'error_unnamed'
}

const reasons: Readonly<Record<string, string>> = {
  OAUTH_TIMEOUT: 'timeout',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'id_token_time',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'wrong_issuer',
  OAUTH_KEY_SELECTION_FAILED: 'signing_key_unknown',
  OAUTH_RESPONSE_IS_NOT_JSON: 'answer_not_json',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'answer_status',
  OAUTH_PARSE_ERROR: 'answer_unreadable',
}

function reasonOf({ code = 'unknown', cause }: ClientError): string {
  const claim = claimIn(cause)
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return `id_token_${claim ?? 'time'}`
  if (code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED') return `id_token_${claim ?? 'claim'}`
  return reasons[code] ?? code.toLowerCase().slice(0, 60)
}

/** The library names the claim that did not fit in one of its causes. */
function claimIn(cause: unknown, depth = 0): string | undefined {
  if (typeof cause !== 'object' || cause === null || depth > 3) return undefined
  if ('claim' in cause && typeof cause.claim === 'string') return wordOf(cause.claim)
  return 'cause' in cause ? claimIn(cause.cause, depth + 1) : undefined
}

function causeOf(error: Error): unknown {
  let cause: unknown = error
  for (let depth = 0; depth < 4 && cause instanceof Error; depth += 1) {
    if (cause instanceof DirectoryError) return cause
    cause = cause.cause
  }
  return cause
}
