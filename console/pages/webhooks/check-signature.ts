// Checks a pasted delivery in the browser as a receiver should, and names a mistake where undoing it
// gives the received digest. Tested against the published vectors.

import {
  judgeAge,
  type ReceivedHeaders,
  readSignatureHeaders,
  type SignatureVerdict,
} from '../../../server/webhooks/signature-headers.ts'
import { type SignedParts, undoMistakes } from '../../../server/webhooks/signature-mistakes.ts'

export interface SignatureCheck {
  readonly verdict: SignatureVerdict
  /** What to put right; `unknown` without a proof. */
  readonly mistake: 'none' | 'headers' | 'secret' | 'body' | 'unknown' | 'age'
  /** undefined where the headers cannot be read. */
  readonly found?: {
    /** Computed from secret, timestamp and body. */
    readonly expected: string
    /** The matching digest, else the first one. */
    readonly offered: string | undefined
    /** Negative if the timestamp is in the future. */
    readonly ageSeconds: number
  }
}

/** Checks the signature before the age, so that old deliveries can be checked too. */
export async function checkSignature(
  headers: ReceivedHeaders,
  parts: SignedParts,
  nowMs: number,
): Promise<SignatureCheck> {
  const read = readSignatureHeaders(headers)
  if (typeof read === 'string') return { verdict: read, mistake: 'headers' }
  const { digests, timestamp } = read
  const expected = await digestOf(timestamp, parts)
  const isFit = digests.includes(expected)
  const ageSeconds = Math.floor(nowMs / 1000) - Number(timestamp)
  const found = { expected, offered: isFit ? expected : digests[0], ageSeconds }
  if (isFit) {
    const verdict = judgeAge(timestamp, nowMs)
    return { verdict, mistake: verdict === 'valid' ? 'none' : 'age', found }
  }
  for (const [mistake, before] of undoMistakes(parts)) {
    const isBefore = digests.includes(await digestOf(timestamp, before))
    if (isBefore) return { verdict: 'signature_mismatch', mistake, found }
  }
  return { verdict: 'signature_mismatch', mistake: 'unknown', found }
}

/** In lower-case hexadecimal; '' for an empty secret, which matches no signature. */
async function digestOf(timestamp: string, { secret, body }: SignedParts): Promise<string> {
  if (secret === '') return ''
  const key = await crypto.subtle.importKey('raw', utf8(secret), algorithm, false, ['sign'])
  const start = utf8(`${timestamp}.`)
  const signed = new Uint8Array(start.length + body.length)
  signed.set(start)
  signed.set(body, start.length)
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const algorithm = { name: 'HMAC', hash: 'SHA-256' }

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

/**
 * Finds the signed headers in log lines, curl output or server dumps: names in any case, with `-`
 * or `_`, quoted or not, also as `HTTP_SVC_TIMESTAMP`.
 */
export function readPastedHeaders(text: string): ReceivedHeaders {
  const found = text.matchAll(
    /(?<![a-z0-9-])svc[-_](signatures?|timestamp)["']?\]?[ \t]*(?:=>|[:=])[ \t]*["']?([^"'\s]*)/gi,
  )
  return Object.fromEntries(
    [...found].map(([, name = '', value = '']) => [
      `svc-${name.toLowerCase()}`,
      value.replace(/,$/, ''),
    ]),
  )
}
