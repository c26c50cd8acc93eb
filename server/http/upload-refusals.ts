// What a client is told when its multipart request cannot be read.

import type { IncomingMessage } from 'node:http'
import { AppError, type ErrorCode, type Fault, refuseFaults } from '../kernel/app-error.ts'
import { hasBody, readableBytes } from './body-stream.ts'
import { isFieldName } from './field-name.ts'
import { assertIsPlain } from './read-json.ts'
import { uploadLimits } from './upload-limits.ts'

/** @throws AppError `unsupported_media_type`, `invalid_request` */
export function assertIsMultipart(request: IncomingMessage): void {
  if (!hasBody(request)) {
    throw new AppError('invalid_request', 'The body is empty. Send a multipart form.')
  }
  const contentType = request.headers['content-type'] ?? ''
  if (!/^multipart\/form-data *(;|$)/i.test(contentType)) {
    const message =
      'Send the fields and files as a form, with "Content-Type: multipart/form-data"; HTTP clients set it, boundary included, when given a form.'
    throw new AppError('unsupported_media_type', message)
  }
  assertIsPlain(request.headers['content-encoding'])
}

/** One refusal for every file that is too large, with whatever else is wrong with the form. */
export function refuseLargeFiles(fields: readonly string[], others: readonly Fault[]): AppError {
  const limit = readableBytes(uploadLimits.fileBytesMax)
  const message = `${fields.join(' and ')} may be at most ${limit}${fields.length > 1 ? ' each' : ''}. Send a smaller file.`
  const tooLarge = fields.map((param) => ({
    param,
    code: 'payload_too_large',
    message: `${param} may be at most ${limit}.`,
  }))
  const [only] = fields
  return new AppError('payload_too_large', message, {
    details: [...tooLarge, ...others],
    ...(only !== undefined && fields.length === 1 ? { param: only } : {}),
  })
}

/** How the parser words what it cannot read. */
const parserFaults =
  /^(Unexpected end of (form|file)|Malformed part header|Malformed content type|Multipart: Boundary not found)$/

/** What the parser says becomes a refusal; refusals and bugs come back as they are. */
export function refuseMalformed(error: unknown): unknown {
  if (!(error instanceof Error && parserFaults.test(error.message))) return error
  return malformedForm(error)
}

export function malformedForm(cause?: unknown): AppError {
  const message =
    'The body is not a complete multipart form. Let the HTTP client build it, and set Content-Type with its boundary.'
  return new AppError('invalid_request', message, { cause })
}

/** A limit that the parser found passed: `code` is its own word for it, `field` a name of the client's. */
export function refusePassedLimit(passed: {
  readonly code: string
  readonly field?: string | undefined
}): AppError {
  const [code, message] = wording(passed.code)
  const param = passed.field
  if (param === undefined || !isFieldName(param)) return new AppError(code, message)
  if (code === 'invalid_request') return refuseFaults([{ param, code, message }])
  return new AppError(code, message, { param })
}

function wording(code: string): readonly [ErrorCode, string] {
  const limits = uploadLimits
  switch (code) {
    case 'LIMIT_FIELD_VALUE':
      return ['payload_too_large', `A field may be at most ${readableBytes(limits.fieldBytesMax)}.`]
    case 'LIMIT_FIELD_COUNT':
      return ['invalid_request', `A form may have at most ${limits.fieldsMax} fields.`]
    case 'LIMIT_FILE_COUNT':
      return ['invalid_request', `A form may have at most ${limits.filesMax} files.`]
    case 'LIMIT_FIELD_KEY':
      return [
        'invalid_request',
        `The name of a field may be at most ${limits.fieldNameCharactersMax} characters.`,
      ]
    default:
      return ['invalid_request', 'Every part of the form needs a plain field name.']
  }
}
