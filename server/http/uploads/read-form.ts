// Reads a short form, `application/x-www-form-urlencoded`, as a directory sends its logout tokens.

import { isUtf8 } from 'node:buffer'
import { AppError } from '../../kernel/app-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { BodySource } from '../bodies/body-stream.ts'
import { readBody } from '../bodies/read-body.ts'
import { assertIsPlain } from '../bodies/read-json.ts'

const bytesMax = 32 * 1024

/** @throws AppError `unsupported_media_type`, `payload_too_large`, `invalid_request` */
export async function readForm(
  clock: Clock,
  source: BodySource,
  timeoutMs: number,
): Promise<URLSearchParams> {
  const { headers } = source.request
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded') {
    const message = 'Send a form with "Content-Type: application/x-www-form-urlencoded".'
    throw new AppError('unsupported_media_type', message)
  }
  assertIsPlain(headers['content-encoding'])
  const bytes = await readBody(clock, source, { bytesMax, timeoutMs })
  if (!isUtf8(bytes)) throw new AppError('invalid_request', 'The form is not valid UTF-8.')
  return new URLSearchParams(bytes.toString('utf8'))
}
