// Refusals on the wire: status, headers and envelope of every error (rulings 2). Pure.

import { isPassingTrouble } from '../db/sqlite-errors.ts'
import { AppError, type ConsoleErrorCode, type ErrorCode } from '../kernel/app-error.ts'

const statuses: Readonly<Record<ErrorCode | ConsoleErrorCode, number>> = {
  invalid_request: 400,
  invalid_image: 400,
  unsupported_country: 400,
  unsupported_document: 400,
  invalid_webhook_url: 400,
  unauthenticated: 401,
  missing_scope: 403,
  wrong_environment: 403,
  address_not_allowed: 403,
  missing_permission: 403,
  confirmation_required: 403,
  cross_site_request: 403,
  second_person_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  unsupported_media_type: 415,
  verification_pending: 409,
  verification_not_scorable: 409,
  idempotency_conflict: 409,
  idempotency_in_progress: 409,
  conflict: 409,
  payload_too_large: 413,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
  scoring_unavailable: 503,
}

/** Seconds after which a server error may be worth another try, where nobody knows better. */
const retryAfterSecondsDefault = 5

export interface ErrorResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON text; the same refusal of the same request is the same bytes. */
  readonly body: string
}

export function errorResponse(refusal: AppError, requestId: string): ErrorResponse {
  const { code, message } = refusal
  const { param, details } = refusal.options
  const error = {
    code,
    message,
    request_id: requestId,
    ...(param === undefined ? {} : { param }),
    ...(details === undefined ? {} : { details }),
  }
  return { status: statuses[code], headers: headersOf(refusal), body: JSON.stringify({ error }) }
}

/** What a client is told of an error that is not a refusal: that it was us, and nothing more. */
export function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isPassingTrouble(error)) {
    const message =
      'The database is busy or full at this moment; nothing was stored. Try again shortly.'
    return new AppError('unavailable', message, { cause: error })
  }
  const message =
    'Something went wrong on our side. Try again shortly; if it persists, report the request_id.'
  return new AppError('internal_error', message, { cause: error })
}

function headersOf(refusal: AppError): Record<string, string> {
  const headers: Record<string, string> = {}
  const retryAfterSeconds = retryAfterSecondsOf(refusal)
  if (retryAfterSeconds !== undefined) headers['Retry-After'] = String(retryAfterSeconds)
  if (refusal.code === 'unauthenticated') headers['WWW-Authenticate'] = 'Bearer'
  if (refusal.options.allow) headers.Allow = refusal.options.allow.join(', ')
  return headers
}

function retryAfterSecondsOf(refusal: AppError): number | undefined {
  const isOurs = statuses[refusal.code] >= 500
  return refusal.options.retryAfterSeconds ?? (isOurs ? retryAfterSecondsDefault : undefined)
}
