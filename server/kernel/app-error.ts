// The error type for expected failures: thrown anywhere, turned into a response only by HTTP and the CLI.

/** Closed list of error codes (rulings, section 2). Clients may rely on it. */
export const errorCodes = [
  'invalid_request',
  'invalid_image',
  'unsupported_country',
  'unsupported_document',
  'invalid_webhook_url',
  'unauthenticated',
  'missing_scope',
  'wrong_environment',
  'address_not_allowed',
  'not_found',
  'method_not_allowed',
  'not_acceptable',
  'unsupported_media_type',
  'verification_pending',
  'verification_not_scorable',
  'idempotency_conflict',
  'idempotency_in_progress',
  'conflict',
  'payload_too_large',
  'rate_limited',
  'internal_error',
  'not_implemented',
  'unavailable',
  'scoring_unavailable',
] as const

/** Error codes of the console's API only. */
export const consoleErrorCodes = [
  'missing_permission',
  'confirmation_required',
  'cross_site_request',
  'second_person_required',
] as const

export type ErrorCode = (typeof errorCodes)[number]
export type ConsoleErrorCode = (typeof consoleErrorCodes)[number]

/** One fault of a request: the field it concerns, a stable code, and what to do about it. */
export interface Fault {
  readonly param: string
  readonly code: string
  readonly message: string
}

/** Reasons of `unavailable` in the log. */
type UnservedReason =
  | 'audit_not_copied'
  | 'decoder_failed'
  | 'directory_unreachable'
  | 'disk_below_reserve'
  | 'image_checks_busy'
  | 'image_storage_full'
  | 'no_provider'
  | 'server_stopping'
  | 'virus_scanner_unavailable'

interface AppErrorOptions {
  /** The field at fault, if it is a single one. */
  readonly param?: string
  readonly details?: readonly Fault[]
  /** Seconds after which trying again makes sense; becomes `Retry-After`. */
  readonly retryAfterSeconds?: number
  /** Methods that the path supports; becomes `Allow`. */
  readonly allow?: readonly string[]
  /** Why the server does not serve the request; for the log only, never shown. */
  readonly reason?: UnservedReason
  /** Id of the user that the error concerns; for the audit log only, never shown. */
  readonly userId?: string
  /** For the log only; never shown to a client. */
  readonly cause?: unknown
}

/** An error with public `code`, `message` and `details`, and a private `cause`. */
export class AppError extends Error {
  readonly code: ErrorCode | ConsoleErrorCode
  readonly options: AppErrorOptions

  constructor(code: ErrorCode | ConsoleErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.options = options
  }
}

/**
 * Returns an error that lists all faults of a request. Its code is `payload_too_large` if anything is, otherwise the
 * code that all faults share, if that is an error code of its own, and `invalid_request` else.
 */
export function refuseFaults(given: readonly Fault[]): AppError {
  const faults = withoutContradictions(given)
  const first = faults[0]
  if (first === undefined) throw new Error('refuseFaults needs at least one fault')
  const params = [...new Set(faults.map(({ param }) => param))]
  return new AppError(codeOfFaults(faults), messageOfFaults(first, faults.length, params), {
    details: faults,
    ...(params.length === 1 ? { param: first.param } : {}),
  })
}

/** Drops `missing` faults of fields that have another fault, and so were sent. */
function withoutContradictions(faults: readonly Fault[]): readonly Fault[] {
  const sent = new Set(faults.filter(({ code }) => code !== 'missing').map(({ param }) => param))
  return faults.filter(({ code, param }) => code !== 'missing' || !sent.has(param))
}

function messageOfFaults(first: Fault, count: number, params: readonly string[]): string {
  if (count === 1) return first.message
  if (params.length === 1) return `${first.param} needs ${count} corrections. See details.`
  return `${params.length} fields need correction: ${params.join(', ')}. See details.`
}

const codesForFaults: readonly ErrorCode[] = [
  'unsupported_country',
  'unsupported_document',
  'invalid_image',
  'invalid_webhook_url',
]

function codeOfFaults(faults: readonly Fault[]): ErrorCode {
  if (faults.some(({ code }) => code === 'payload_too_large')) return 'payload_too_large'
  const everyFaultIs = (code: ErrorCode) => faults.every((fault) => fault.code === code)
  return codesForFaults.find(everyFaultIs) ?? 'invalid_request'
}
