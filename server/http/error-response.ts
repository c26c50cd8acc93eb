// Builds the error response: status, headers and envelope for every error code (rulings 2). Pure.

import { AppError, type ConsoleErrorCode, type ErrorCode, errorCodes } from '../kernel/app-error.ts'
import { docOf } from '../kernel/error-doc.ts'
import type { StorageTrouble } from '../kernel/storage-trouble.ts'

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
  not_implemented: 501,
  unavailable: 503,
  scoring_unavailable: 503,
}

/** For 500 and 503 only. */
const retryAfterSecondsDefault = 5

interface ErrorResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON text; byte-identical for the same error and request id. */
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
    ...(isOfInterface(code) ? { doc: docOf(code) } : {}),
  }
  return { status: statuses[code], headers: headersOf(refusal), body: JSON.stringify({ error }) }
}

function isOfInterface(code: ErrorCode | ConsoleErrorCode): code is ErrorCode {
  return errorCodes.some((known) => known === code)
}

const ofStorage: Readonly<
  Record<StorageTrouble, { readonly message: string; readonly retryAfterSeconds: number }>
> = {
  busy: {
    message: 'The database is busy at this moment; nothing was stored. Try again shortly.',
    retryAfterSeconds: retryAfterSecondsDefault,
  },
  // Someone has to free space or fix permissions, which takes longer than seconds.
  full: {
    message: 'The disk is full; nothing was stored. Try again later.',
    retryAfterSeconds: 60,
  },
  not_writable: {
    message: 'The data folder cannot be written at present; nothing was stored. Try again later.',
    retryAfterSeconds: 60,
  },
  unreachable: {
    message:
      'The database or the place of the images does not answer at this moment; nothing was stored. Try again shortly.',
    retryAfterSeconds: retryAfterSecondsDefault,
  },
  unknown: {
    message:
      'The database stopped answering while the request was being stored, so it may have been. Repeat it with the same Idempotency-Key, or look before you repeat it.',
    retryAfterSeconds: retryAfterSecondsDefault,
  },
}

/**
 * Returns an AppError as it is; any other error becomes `unavailable` or `internal_error` without its details.
 * @param trouble why nothing can be stored, if the error says so
 */
export function asRefusal(error: unknown, trouble: StorageTrouble | undefined): AppError {
  if (error instanceof AppError) return error
  if (trouble !== undefined) {
    const { message, retryAfterSeconds } = ofStorage[trouble]
    return new AppError('unavailable', message, { retryAfterSeconds, cause: error })
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
  const status = statuses[refusal.code]
  const mayPass = status === 500 || status === 503
  return refusal.options.retryAfterSeconds ?? (mayPass ? retryAfterSecondsDefault : undefined)
}
