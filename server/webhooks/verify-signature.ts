// Verifies the signature of a delivery, as a receiver must before it trusts it (specification 5.7,
// 5.8 and 6, rule 6). Used by the CLI and the demo's receiver; the guide's recipes show clients
// the same.

import { timingSafeEqual } from 'node:crypto'
import { signature } from './sign.ts'

/** Why a delivery is rejected. Closed list, in the order of the checks. */
export const signatureFaults = [
  'missing_signature',
  'malformed_signature',
  'missing_timestamp',
  'malformed_timestamp',
  'signature_mismatch',
  'stale_timestamp',
  'future_timestamp',
] as const
type SignatureFault = (typeof signatureFaults)[number]
export type SignatureVerdict = 'valid' | SignatureFault

export interface ReceivedDelivery {
  /** The raw bytes; JSON parsed and serialised again is a different text. */
  readonly body: Buffer
  /** By lower-case name, like Node's `request.headers`. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

interface ReceiverInput {
  /** The secret's text as shown, prefix included. */
  readonly secret: string
  readonly nowMs: number
  /**
   * How far the timestamp may be from now, in either direction; Infinity to skip the check of its
   * age.
   */
  readonly toleranceSeconds?: number
}

export const toleranceSecondsDefault = 300

/**
 * Checks `svc-signature` and the list `svc-signatures`: one matching digest is enough. The age is
 * checked last, so that nobody without the secret learns anything about this clock.
 */
export function verifySignature(
  delivery: ReceivedDelivery,
  input: ReceiverInput,
): SignatureVerdict {
  const { body, headers } = delivery
  const { secret, nowMs, toleranceSeconds = toleranceSecondsDefault } = input
  const digests = readDigests(headers)
  if (typeof digests === 'string') return digests
  const timestamp = headerText(headers, 'svc-timestamp')
  if (timestamp === '') return 'missing_timestamp'
  if (!/^[0-9]{1,15}$/.test(timestamp)) return 'malformed_timestamp'
  const expected = Buffer.from(signature(secret, timestamp, body), 'hex')
  if (!digests.some((digest) => timingSafeEqual(digest, expected))) return 'signature_mismatch'
  const ageSeconds = Math.floor(nowMs / 1000) - Number(timestamp)
  if (ageSeconds > toleranceSeconds) return 'stale_timestamp'
  return ageSeconds < -toleranceSeconds ? 'future_timestamp' : 'valid'
}

/** The HTTP status that the specification prescribes for a receiver (section 6, rules 1 and 6). */
export function answerTo(verdict: SignatureVerdict): 200 | 400 | 401 {
  switch (verdict) {
    case 'valid':
      return 200
    case 'stale_timestamp':
    case 'future_timestamp':
      return 400
    case 'missing_signature':
    case 'malformed_signature':
    case 'missing_timestamp':
    case 'malformed_timestamp':
    case 'signature_mismatch':
      return 401
  }
}

/** The header's text without surrounding white space; empty where it is missing. */
export function headerText(headers: ReceivedDelivery['headers'], name: string): string {
  const value = headers[name]
  const text = typeof value === 'string' || value === undefined ? value : value.join(',')
  return text?.trim() ?? ''
}

const digestShape = /^[0-9a-fA-F]{64}$/

/**
 * Returns every digest in the headers, 32 bytes each. Malformed digests and other versions are
 * skipped.
 */
function readDigests(
  headers: ReceivedDelivery['headers'],
): readonly Buffer[] | 'missing_signature' | 'malformed_signature' {
  const single = headerText(headers, 'svc-signature')
  const listed = headerText(headers, 'svc-signatures')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry.startsWith('v1='))
    .map((entry) => entry.slice('v1='.length))
  const offered = single === '' ? listed : [single, ...listed]
  if (offered.length === 0) return 'missing_signature'
  const digests = offered.filter((text) => digestShape.test(text))
  return digests.length === 0
    ? 'malformed_signature'
    : digests.map((text) => Buffer.from(text, 'hex'))
}
