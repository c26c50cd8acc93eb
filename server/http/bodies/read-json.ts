// Reads a JSON body: limited in size, UTF-8, an object at the top. Errors give the position of a flaw without
// quoting what was sent.

import { isUtf8 } from 'node:buffer'
import { AppError, refuseFaults } from '../../kernel/app-error.ts'
import { isWithinBounds } from '../../kernel/bounded-json.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isFieldName } from '../../kernel/field-name.ts'
import { type BodySource, hasBody, readableBytes } from './body-stream.ts'
import type { JsonFlaw, JsonFlawKind } from './json-flaw.ts'
import { parseJson } from './parse-json.ts'
import { readBody } from './read-body.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export interface JsonOptions {
  /** Default: 32 KB (rulings 9.10). The largest request of the API, with a certificate chain, is half of that. */
  readonly bytesMax?: number
  /** Reads an absent body as `{}`, for endpoints whose fields are all optional. */
  readonly mayBeEmpty?: boolean
}

const bytesMaxDefault = 32 * 1024
const depthMax = 32
/** In a body beyond the usual size, such as a callback with images. Parsing a million would hold the event loop. */
const valuesMax = 10_000
/** PHP escapes each slash of an image in base64, one of 64 characters; four million would hold it for as long. */
const escapesMax = 100_000
const noBytes = Buffer.alloc(0)

/** @throws AppError `unsupported_media_type`, `payload_too_large`, `invalid_request` */
export async function readJson(
  clock: Clock,
  source: BodySource,
  { bytesMax = bytesMaxDefault, mayBeEmpty = false }: JsonOptions,
  timeoutMs: number,
): Promise<JsonObject> {
  const { headers } = source.request
  let bytes: Buffer = noBytes
  if (hasBody(source.request)) {
    assertIsJson(headers['content-type'])
    assertIsPlain(headers['content-encoding'])
    bytes = await readBody(clock, source, { bytesMax, timeoutMs })
  }
  return bytes.length === 0 && mayBeEmpty ? {} : parseJsonObject(bytes)
}

/** @throws AppError `invalid_request` */
function parseJsonObject(bytes: Buffer): JsonObject {
  if (bytes.length > bytesMaxDefault) assertIsParsedSoon(bytes)
  const text = decode(bytes)
  if (text.trim() === '') throw refuse('The body is empty. Send a JSON object.')
  const parsed = parseJson(text, depthMax)
  if (parsed.kind === 'flawed') throw refuseFlaw(parsed.flaw, text)
  const { value } = parsed
  if (!isObject(value)) throw refuse('The body must be a JSON object: {"field": "value", ...}.')
  return value
}

function assertIsParsedSoon(bytes: Buffer): void {
  if (isWithinBounds(bytes, { depthMax, valuesMax, escapesMax })) return
  throw refuse(
    `A body of more than ${readableBytes(bytesMaxDefault)} may hold at most ${valuesMax} values, nested at most ${depthMax} levels deep, and ${escapesMax} escapes in texts.`,
  )
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A byte order mark is accepted and dropped. */
function decode(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw refuse('The body is not valid UTF-8. Encode the JSON as UTF-8.')
  const text = bytes.toString()
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

function assertIsJson(contentType: string | undefined): void {
  if (contentType === 'application/json') return
  const [type = '', ...parameters] = (contentType ?? '').split(';').map((part) => part.trim())
  if (type.toLowerCase() !== 'application/json') {
    throw new AppError('unsupported_media_type', 'Send JSON with "Content-Type: application/json".')
  }
  const charset = parameters.find((parameter) => /^charset=/i.test(parameter))
  if (charset !== undefined && !/^charset="?utf-?8"?$/i.test(charset)) {
    throw new AppError('unsupported_media_type', 'JSON is read as UTF-8 only; send charset=utf-8.')
  }
}

/** Refuses compressed bodies, which could expand to gigabytes. Also used for multipart. */
export function assertIsPlain(contentEncoding: string | undefined): void {
  if (contentEncoding === undefined || contentEncoding.toLowerCase() === 'identity') return
  const message = 'Compressed bodies are not accepted; send the body without Content-Encoding.'
  throw new AppError('unsupported_media_type', message)
}

const advice: Readonly<Record<JsonFlawKind, string>> = {
  syntax: 'The body is not valid JSON',
  too_deep: `The body is nested more than ${depthMax} levels deep`,
  duplicate_key: 'The body gives a field of the same object twice',
  lone_surrogate: 'The body contains half of a surrogate pair, which is not a character',
}

function refuseFlaw(flaw: JsonFlaw, text: string): AppError {
  const before = text.slice(0, flaw.offset)
  const line = before.split('\n').length
  const column = flaw.offset - before.lastIndexOf('\n')
  const message = `${advice[flaw.kind]}: see line ${line}, column ${column}.`
  const param = flaw.topKey
  // After a syntax error the field is only a guess, so it is not named.
  if (flaw.kind === 'syntax' || param === undefined || !isFieldName(param)) return refuse(message)
  return refuseFaults([{ param, code: flaw.kind, message }])
}

function refuse(message: string): AppError {
  return new AppError('invalid_request', message)
}
