// The errors for multipart requests that cannot be read.

import type { IncomingMessage } from 'node:http'
import { AppError, type Fault } from '../../kernel/app-error.ts'
import { characterCount } from '../../kernel/characters.ts'
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
  if (contentType.length > uploadLimits.typeCharactersMax) throw refuseLongType()
  assertIsPlain(request.headers['content-encoding'])
}

function refuseLongType(): AppError {
  const max = uploadLimits.typeCharactersMax
  const message = `Content-Type of a form may have at most ${max} characters; a boundary has at most 70 (RFC 2046, section 5.1.1).`
  return new AppError('invalid_request', message)
}

export function faultOfLargeFile(field: string): Fault {
  const limit = readableBytes(uploadLimits.fileBytesMax)
  const message = `${field} may be at most ${limit}. Send a smaller file.`
  return { param: field, code: 'payload_too_large', message }
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

const counted = {
  fields: uploadLimits.fieldsMax,
  files: uploadLimits.filesMax,
  parts: uploadLimits.partsMax,
} as const

export function refuseTooMany(what: keyof typeof counted): AppError {
  return new AppError('invalid_request', `A form may have at most ${counted[what]} ${what}.`)
}
