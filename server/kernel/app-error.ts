// The one refusal type of the product: thrown anywhere, translated only at the two edges (HTTP and CLI).

/** Closed list of refusal codes (rulings, section 2). Clients may rely on it. */
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
  'unavailable',
  'scoring_unavailable',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** One fault of a request: the field it concerns, a stable code, and what to do about it. */
export interface Fault {
  readonly param: string
  readonly code: string
  readonly message: string
}

export interface AppErrorOptions {
  /** The single field at fault, where there is one. */
  readonly param?: string
  /** Every fault of the request; reported together. */
  readonly details?: readonly Fault[]
  /** Seconds after which trying again makes sense; becomes `Retry-After`. */
  readonly retryAfterSeconds?: number
  /** Methods that the resource does answer; becomes `Allow`. */
  readonly allow?: readonly string[]
  /** The private cause, for the log only; never shown to a client. */
  readonly cause?: unknown
}

/** A refusal with a public face (`code`, `message`, `details`) and a private `cause`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly options: AppErrorOptions

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.options = options
  }
}

/**
 * A refusal that lists every fault of one request. Its code is the one that all of them share, where
 * that has a place of its own in the closed list, and `invalid_request` otherwise.
 */
export function refuseFaults(faults: readonly Fault[]): AppError {
  const first = faults[0]
  if (first === undefined) throw new Error('refuseFaults needs at least one fault')
  const inOneField = faults.every(({ param }) => param === first.param)
  return new AppError(codeOfFaults(faults), messageOfFaults(faults, inOneField), {
    details: faults,
    ...(inOneField ? { param: first.param } : {}),
  })
}

function messageOfFaults(faults: readonly Fault[], inOneField: boolean): string {
  const [first] = faults
  if (first && faults.length === 1) return first.message
  if (first && inOneField) return `${first.param} needs ${faults.length} corrections. See details.`
  const params = faults.map(({ param }) => param).join(', ')
  return `${faults.length} fields need correction: ${params}. See details.`
}

const codesOfTheirOwn: readonly ErrorCode[] = [
  'unsupported_country',
  'unsupported_document',
  'invalid_image',
  'invalid_webhook_url',
]

function codeOfFaults(faults: readonly Fault[]): ErrorCode {
  const everyFaultIs = (code: ErrorCode) => faults.every((fault) => fault.code === code)
  return codesOfTheirOwn.find(everyFaultIs) ?? 'invalid_request'
}
