// Checks a signature as a receiver should (the guide's page on webhooks), in the same order, and names the class of
// a mistake where undoing it gives the received digest. Tested against the published vectors.

import { type Bytes, bytesOfBase64, concat, hex, hmacHex, sha256Hex, utf8 } from './digest.ts'

export type SignedHeaders = {
  readonly [Name in 'svc-signature' | 'svc-signatures' | 'svc-timestamp']?: string
}

export interface Received {
  readonly headers: SignedHeaders
  readonly body: Bytes
  readonly secret: string
}

type Verdict =
  | 'valid'
  | `${'missing' | 'malformed'}_${'signature' | 'timestamp'}`
  | 'signature_mismatch'
  | 'stale_timestamp'
  | 'future_timestamp'

/** What to put right: the headers, the secret, the body, or how the signature is made; `unknown` without a proof. */
type ProvenMistake = 'secret' | 'body' | 'recipe'
type Mistake = ProvenMistake | 'headers' | 'unknown' | 'age'

export interface SignatureCheck {
  readonly verdict: Verdict
  /** undefined where it is valid. */
  readonly mistake: Mistake | undefined
  /** Signature computed from secret, timestamp and body; undefined without a usable timestamp. */
  readonly expected: string | undefined
  /** The matching digest, else the first one. */
  readonly offered: string | undefined
  /** Age of the timestamp in seconds; negative if it is in the future. */
  readonly ageSeconds: number | undefined
}

export const toleranceSeconds = 300

/** Checks the signature before the age, so that old deliveries can be checked too. */
export async function checkSignature(received: Received, nowMs: number): Promise<SignatureCheck> {
  const digests = digestsIn(received.headers)
  const timestamp = received.headers['svc-timestamp']?.trim() ?? ''
  const isTime = /^[0-9]{1,15}$/.test(timestamp)
  const signed = concat(utf8(`${timestamp}.`), received.body)
  const expected = isTime ? await hmacHex(utf8(received.secret), signed) : undefined
  const ageSeconds = isTime ? Math.floor(nowMs / 1000) - Number(timestamp) : undefined
  const fitting = digests.find((digest) => digest.toLowerCase() === expected)
  const verdict = judge({ digests, timestamp, isFit: fitting !== undefined, ageSeconds })
  const mistake = await mistakeOf(verdict, { ...received, digests, timestamp, signed, expected })
  return { verdict, mistake, expected, offered: fitting ?? digests[0], ageSeconds }
}

/** Ignores entries of other versions than v1. */
function digestsIn(headers: SignedHeaders): readonly string[] {
  const listed = (headers['svc-signatures'] ?? '').split(',').map((entry) => entry.trim())
  const ours = listed.filter((entry) => entry.startsWith('v1=')).map((entry) => entry.slice(3))
  return [headers['svc-signature']?.trim() ?? '', ...ours].filter((digest) => digest !== '')
}

function judge(seen: {
  readonly digests: readonly string[]
  readonly timestamp: string
  readonly isFit: boolean
  readonly ageSeconds: number | undefined
}): Verdict {
  const { digests, timestamp, isFit, ageSeconds } = seen
  if (digests.length === 0) return 'missing_signature'
  if (!digests.some((digest) => /^[0-9a-f]{64}$/i.test(digest))) return 'malformed_signature'
  if (timestamp === '') return 'missing_timestamp'
  if (ageSeconds === undefined) return 'malformed_timestamp'
  if (!isFit) return 'signature_mismatch'
  if (ageSeconds > toleranceSeconds) return 'stale_timestamp'
  return ageSeconds < -toleranceSeconds ? 'future_timestamp' : 'valid'
}

interface Seen extends Received {
  readonly digests: readonly string[]
  readonly timestamp: string
  readonly signed: Bytes
  readonly expected: string | undefined
}

async function mistakeOf(verdict: Verdict, seen: Seen): Promise<Mistake | undefined> {
  if (verdict === 'valid') return undefined
  if (verdict === 'stale_timestamp' || verdict === 'future_timestamp') return 'age'
  if (verdict === 'malformed_signature') return isWrittenOtherwise(seen) ? 'recipe' : 'headers'
  if (verdict !== 'signature_mismatch') return 'headers'
  const offered = new Set(seen.digests.map((digest) => digest.toLowerCase()))
  for (const [mistake, key, message] of usualMistakes(seen)) {
    if (message === undefined) continue
    if (offered.has(await (key === undefined ? sha256Hex(message) : hmacHex(key, message)))) {
      return mistake
    }
  }
  return 'unknown'
}

/** The right digest in base64, or behind the name of its algorithm. */
function isWrittenOtherwise({ digests: [digest = ''], expected }: Seen): boolean {
  const decoded = bytesOfBase64(digest)
  return (
    expected !== undefined &&
    [decoded && hex(decoded), digest.replace(/^[\w-]+[=:]/, '')].includes(expected)
  )
}

type Attempt = readonly [ProvenMistake, key: Bytes | undefined, message: Bytes | undefined]

/** Each undoes one mistake; without a key the digest is a plain SHA-256. */
function usualMistakes({ secret, timestamp, body, signed }: Seen): readonly Attempt[] {
  const key = utf8(secret)
  const given = secret.trim()
  const bare = given.replace(/^whsec_/, '')
  const before = (text: string) => utf8(`${timestamp}${text}`)
  return [
    ...[utf8(given), utf8(bare), utf8(`whsec_${bare}`), bytesOfBase64(bare)].map(
      (other): Attempt => ['secret', other, other && signed],
    ),
    ['recipe', key, body],
    ['recipe', key, concat(before(''), body)],
    ['recipe', key, concat(before('000.'), body)],
    ['recipe', undefined, signed],
    ...bodiesBefore(body).map(
      (text): Attempt => ['body', key, text === undefined ? undefined : before(`.${text}`)],
    ),
  ]
}

/** What the body may have been before an editor, a text field or a JSON parser changed it. */
function bodiesBefore(body: Bytes): readonly (string | undefined)[] {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
  const plain = text.replace(/^\uFEFF/, '')
  const lines = plain.replaceAll('\r\n', '\n')
  const windows = lines.replaceAll('\n', '\r\n')
  return [plain.trimEnd(), plain, `${plain}\n`, lines, windows, `${windows}\r\n`, rewritten(plain)]
}

function rewritten(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return undefined
  }
}
