// Checks a signature as a receiver should (the guide's page on webhooks), in the same order, and looks
// for the cause of a mismatch. Tested against the published vectors.

import { type Bytes, concat, hmacHex, utf8 } from './digest.ts'
import { type Cause, causeOfMalformed, causeOfMismatch, causeOfTime } from './find-cause.ts'

const verdicts = [
  'valid',
  'missing_signature',
  'malformed_signature',
  'missing_timestamp',
  'malformed_timestamp',
  'signature_mismatch',
  'stale_timestamp',
  'future_timestamp',
] as const
type Verdict = (typeof verdicts)[number]

const signedHeaders = ['svc-signature', 'svc-signatures', 'svc-timestamp'] as const
export type SignedHeaders = { readonly [Name in (typeof signedHeaders)[number]]?: string }

export interface Received {
  readonly headers: SignedHeaders
  readonly body: Bytes
  readonly secret: string
}

export interface SignatureCheck {
  readonly verdict: Verdict
  /** undefined where it is valid, or no common mistake explains it. */
  readonly cause: Cause | undefined
  /** Signature computed from secret, timestamp and body; undefined without a usable timestamp. */
  readonly expected: string | undefined
  /** Age of the timestamp in seconds; negative if it is in the future. */
  readonly ageSeconds: number | undefined
  /** Header that contained the matching signature. */
  readonly fitsIn: 'svc-signature' | 'svc-signatures' | undefined
}

export const toleranceSeconds = 300

/** Checks the signature before the age, so that old deliveries can be checked too. */
export async function checkSignature(received: Received, nowMs: number): Promise<SignatureCheck> {
  const offered = readOffered(received.headers)
  const timestamp = received.headers['svc-timestamp']?.trim() ?? ''
  const isTime = /^[0-9]{1,15}$/.test(timestamp)
  const expected = isTime ? await digestOf(received, timestamp) : undefined
  const ageSeconds = isTime ? Math.floor(nowMs / 1000) - Number(timestamp) : undefined
  const found = offered.find(({ digest }) => digest.toLowerCase() === expected)
  const verdict = judge({ offered, timestamp, isTime, isFit: found !== undefined, ageSeconds })
  const digests = offered.map(({ digest }) => digest)
  const cause = await findCause(verdict, { ...received, digests, timestamp, expected, nowMs })
  return { verdict, cause, expected, ageSeconds, fitsIn: found?.header }
}

interface Offered {
  readonly header: 'svc-signature' | 'svc-signatures'
  readonly digest: string
}

/** Ignores entries of other versions than v1. */
function readOffered(headers: SignedHeaders): readonly Offered[] {
  const single = headers['svc-signature']?.trim() ?? ''
  const listed = (headers['svc-signatures'] ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry.startsWith('v1='))
    .map((entry): Offered => ({ header: 'svc-signatures', digest: entry.slice('v1='.length) }))
  return single === '' ? listed : [{ header: 'svc-signature', digest: single }, ...listed]
}

function judge(seen: {
  readonly offered: readonly Offered[]
  readonly timestamp: string
  readonly isTime: boolean
  readonly isFit: boolean
  readonly ageSeconds: number | undefined
}): Verdict {
  const { offered, timestamp, isTime, isFit, ageSeconds = 0 } = seen
  if (offered.length === 0) return 'missing_signature'
  if (!offered.some(({ digest }) => /^[0-9a-fA-F]{64}$/.test(digest))) return 'malformed_signature'
  if (timestamp === '') return 'missing_timestamp'
  if (!isTime) return 'malformed_timestamp'
  if (!isFit) return 'signature_mismatch'
  if (ageSeconds > toleranceSeconds) return 'stale_timestamp'
  return ageSeconds < -toleranceSeconds ? 'future_timestamp' : 'valid'
}

function digestOf({ secret, body }: Received, timestamp: string): Promise<string> {
  return hmacHex(utf8(secret), concat(utf8(`${timestamp}.`), body))
}

async function findCause(
  verdict: Verdict,
  seen: Parameters<typeof causeOfMismatch>[0],
): Promise<Cause | undefined> {
  switch (verdict) {
    case 'valid':
    case 'missing_signature':
    case 'missing_timestamp':
      return undefined
    case 'malformed_signature':
      return causeOfMalformed(seen)
    case 'malformed_timestamp':
    case 'stale_timestamp':
    case 'future_timestamp':
      return causeOfTime(seen)
    case 'signature_mismatch':
      return causeOfMismatch(seen)
  }
}
