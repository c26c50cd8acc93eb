// Finds the cause of a mismatch by trying common mistakes one at a time, until a digest equals a
// received one. Pure except for WebCrypto.

import { type BodyChange, bodiesBefore, isReordered, joined } from './body-changes.ts'
import { type Bytes, concat, hmacHex, sha256Hex, utf8 } from './digest.ts'

export type Cause =
  | BodyChange
  | 'keys_reordered'
  | 'secret_spaces'
  | 'secret_without_prefix'
  | 'secret_prefix_missing'
  | 'secret_decoded'
  | 'body_alone'
  | 'dot_missing'
  | 'signed_milliseconds'
  | 'time_rewritten'
  | 'no_hmac'
  | 'digest_base64'
  | 'digest_named'
  | 'digest_length'
  | 'digest_letters'
  | 'time_iso'
  | 'time_milliseconds'

interface Seen {
  /** All received digests, unchanged. */
  readonly digests: readonly string[]
  readonly timestamp: string
  readonly body: Bytes
  readonly secret: string
  readonly expected: string | undefined
  readonly nowMs: number
}

export async function causeOfMismatch(seen: Seen): Promise<Cause | undefined> {
  const offered = new Set(seen.digests.map((digest) => digest.toLowerCase()))
  for (const [cause, digest] of [...otherSecrets(seen), ...otherSums(seen), ...otherBodies(seen)]) {
    if (offered.has(await digest())) return cause
  }
  return isReordered(seen.body) ? 'keys_reordered' : undefined
}

export function causeOfMalformed({ digests, expected }: Seen): Cause | undefined {
  const [digest = ''] = digests
  if (expected !== undefined && hexOfBase64(digest) === expected) return 'digest_base64'
  if (/^(?:sha256|v1|hmac-sha256)[=:]/i.test(digest)) return 'digest_named'
  if (/^[0-9a-f]+$/i.test(digest)) return 'digest_length'
  return 'digest_letters'
}

export function causeOfTime({ timestamp, nowMs }: Seen): Cause | undefined {
  if (/^\d{4}-\d\d-\d\d/.test(timestamp)) return 'time_iso'
  const dayMs = 24 * 60 * 60 * 1000
  const isMilliseconds = /^[0-9]{13}$/.test(timestamp)
  return isMilliseconds && Math.abs(Number(timestamp) - nowMs) < 366 * dayMs
    ? 'time_milliseconds'
    : undefined
}

type Attempt = readonly [cause: Cause, digest: () => Promise<string>]

const prefix = 'whsec_'

function otherSecrets({ secret, timestamp, body }: Seen): readonly Attempt[] {
  const message = joined(`${timestamp}.`, body)
  const given = secret.trim()
  const bare = given.startsWith(prefix) ? given.slice(prefix.length) : given
  const keys: readonly (readonly [Cause, Bytes | undefined])[] = [
    ['secret_spaces', given === secret ? undefined : utf8(given)],
    ['secret_without_prefix', bare === given ? undefined : utf8(bare)],
    ['secret_prefix_missing', bare === given ? utf8(prefix + given) : undefined],
    ['secret_decoded', bytesOfBase64(bare)],
  ]
  return keys.flatMap(([cause, key]) =>
    key === undefined ? [] : [[cause, () => hmacHex(key, message)] as const],
  )
}

/** The right secret and body, combined in another way. */
function otherSums({ secret, timestamp, body }: Seen): readonly Attempt[] {
  const key = utf8(secret)
  const hmac = (...parts: readonly (string | Bytes)[]) => hmacHex(key, joined(...parts))
  const signed = joined(`${timestamp}.`, body)
  return [
    ['body_alone', () => hmac(body)],
    ['dot_missing', () => hmac(timestamp, body)],
    ['signed_milliseconds', () => hmac(`${timestamp}000.`, body)],
    ['time_rewritten', () => hmac(`${Number(timestamp)}.`, body)],
    ['no_hmac', () => sha256Hex(signed)],
    ['no_hmac', () => sha256Hex(concat(key, signed))],
  ]
}

function otherBodies({ secret, timestamp, body }: Seen): readonly Attempt[] {
  const key = utf8(secret)
  return bodiesBefore(body).map(([change, before]) => [
    change,
    () => hmacHex(key, joined(`${timestamp}.`, before)),
  ])
}

function bytesOfBase64(text: string): Bytes | undefined {
  const plain = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  try {
    return Uint8Array.from(atob(plain), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

function hexOfBase64(text: string): string | undefined {
  const bytes = bytesOfBase64(text)
  return bytes && [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
