// Reads a JSON body: in bounds while it streams, UTF-8 only, an object at the top, and a refusal that
// says where the flaw is without quoting what was sent.

import { AppError, refuseFaults } from '../kernel/app-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { type BodySource, hasBody, openBody } from './body-stream.ts'
import { isFieldName } from './field-name.ts'
import { findJsonFlaw, type JsonFlaw, type JsonFlawKind } from './json-flaw.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export interface JsonOptions {
  /** Default: 32 KB (rulings 9.10); the largest request of the interface, with a chain of certificates, is half of it. */
  readonly bytesMax?: number
  /** Takes no body at all for `{}`, where every field is optional. */
  readonly mayBeEmpty?: boolean
}

const bytesMaxDefault = 32 * 1024
const depthMax = 32

/** Names that mean something to JavaScript itself. They are fields of nothing, so they are dropped. */
const inertNames = new Set(['__proto__', 'constructor', 'prototype'])

export interface JsonBody {
  readonly value: JsonObject
  /** As they came, for the fingerprint of the request. */
  readonly bytes: Buffer
}

/** @throws AppError `unsupported_media_type`, `payload_too_large`, `invalid_request` */
export async function readJson(
  clock: Clock,
  source: BodySource,
  { bytesMax = bytesMaxDefault, mayBeEmpty = false }: JsonOptions,
  timeoutMs: number,
): Promise<JsonBody> {
  const { headers } = source.request
  const chunks: Buffer[] = []
  if (hasBody(source.request)) {
    assertIsJson(headers['content-type'])
    assertIsPlain(headers['content-encoding'])
    const body = openBody(clock, source, { bytesMax, timeoutMs })
    for await (const chunk of body) chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  if (bytes.length === 0 && mayBeEmpty) return { value: {}, bytes }
  return { value: parseJsonObject(bytes), bytes }
}

/** @throws AppError `invalid_request` */
function parseJsonObject(bytes: Buffer): JsonObject {
  const text = decode(bytes)
  if (text.trim() === '') throw refuse('The body is empty. Send a JSON object.')
  const flaw = findJsonFlaw(text, depthMax)
  if (flaw) throw refuseFlaw(flaw, text)
  const value: unknown = JSON.parse(text, withoutAbsent)
  if (!isObject(value)) throw refuse('The body must be a JSON object: {"field": "value", ...}.')
  return value
}

/**
 * A field that is null is as good as not sent (rulings 9.1): many serialisers write every field that they
 * know. In a list null stays what it is, an item of the wrong type.
 */
function withoutAbsent(this: unknown, name: string, child: unknown): unknown {
  const isField = !Array.isArray(this) && name !== ''
  return inertNames.has(name) || (isField && child === null) ? undefined : child
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A byte order mark is let through and dropped. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refuse('The body is not valid UTF-8. Encode the JSON as UTF-8.')
  }
}

function assertIsJson(contentType: string | undefined): void {
  const [type = '', ...parameters] = (contentType ?? '').split(';').map((part) => part.trim())
  if (type.toLowerCase() !== 'application/json') {
    throw new AppError('unsupported_media_type', 'Send JSON with "Content-Type: application/json".')
  }
  const charset = parameters.find((parameter) => /^charset=/i.test(parameter))
  if (charset !== undefined && !/^charset="?utf-?8"?$/i.test(charset)) {
    throw new AppError('unsupported_media_type', 'JSON is read as UTF-8 only; send charset=utf-8.')
  }
}

/** Also for multipart: nothing is unpacked here, so nothing can unfold into gigabytes. */
export function assertIsPlain(contentEncoding: string | undefined): void {
  if (contentEncoding === undefined || contentEncoding.toLowerCase() === 'identity') return
  const message = 'Compressed bodies are not accepted; send the body without Content-Encoding.'
  throw new AppError('unsupported_media_type', message)
}

const advice: Readonly<Record<JsonFlawKind, string>> = {
  syntax: 'The body is not valid JSON',
  too_deep: `The body is nested more than ${depthMax} levels deep`,
  duplicate_key: 'The body gives a field of the same object twice',
  lone_surrogate: 'The body holds half of a surrogate pair, which is no character',
}

function refuseFlaw(flaw: JsonFlaw, text: string): AppError {
  const before = text.slice(0, flaw.offset)
  const line = before.split('\n').length
  const column = flaw.offset - before.lastIndexOf('\n')
  const message = `${advice[flaw.kind]}: see line ${line}, column ${column}.`
  const param = flaw.topKey
  // Where the grammar is broken, what counts as a field is a guess.
  if (flaw.kind === 'syntax' || param === undefined || !isFieldName(param)) return refuse(message)
  return refuseFaults([{ param, code: flaw.kind, message }])
}

function refuse(message: string): AppError {
  return new AppError('invalid_request', message)
}
