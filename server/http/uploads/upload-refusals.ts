// The errors for multipart requests that cannot be read.

import type { IncomingMessage } from 'node:http'
import { AppError, type Fault } from '../../kernel/app-error.ts'
import { characterCount } from '../../kernel/characters.ts'
import { isFieldName } from '../../kernel/field-name.ts'
import { hasBody, readableBytes } from '../bodies/body-stream.ts'
import { assertIsPlain } from '../bodies/read-json.ts'
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

/** One error for all files that are too large, with the other faults of the form. */
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

/** Messages of the parser for malformed bodies. */
const parserFaults =
  /^(Unexpected end of (form|file)|Malformed part header|Malformed content type|Multipart: Boundary not found)$/

/** Turns an error of the parser into an AppError; returns any other error as it is. */
export function refuseMalformed(error: unknown): unknown {
  if (!(error instanceof Error && parserFaults.test(error.message))) return error
  const message =
    'The body is not a complete multipart form. Let the HTTP client build it, and set Content-Type with its boundary.'
  return new AppError('invalid_request', message, { cause: error })
}

/** Returns undefined for an acceptable name. */
export function refuseName(name: string | undefined): AppError | undefined {
  if (name === undefined) {
    return new AppError('invalid_request', 'Every part of the form needs a plain field name.')
  }
  const max = uploadLimits.fieldNameCharactersMax
  if (characterCount(name) <= max) return undefined
  return new AppError('invalid_request', `The name of a field may be at most ${max} characters.`)
}

export function refuseLargeField(name: string): AppError {
  const message = `A field may be at most ${readableBytes(uploadLimits.fieldBytesMax)}.`
  return new AppError('payload_too_large', message, isFieldName(name) ? { param: name } : {})
}

const counted = {
  fields: uploadLimits.fieldsMax,
  files: uploadLimits.filesMax,
  parts: uploadLimits.partsMax,
} as const

export function refuseTooMany(what: keyof typeof counted): AppError {
  return new AppError('invalid_request', `A form may have at most ${counted[what]} ${what}.`)
}
