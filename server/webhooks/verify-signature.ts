// Verifies the signature of a delivery, as a receiver must before it trusts it (specification 5.7,
// 5.8 and 6, rule 6). Used by the CLI and the demo's receiver; the guide's recipes show clients
// the same.

import { timingSafeEqual } from 'node:crypto'
import { signature } from './sign.ts'
import {
  judgeAge,
  type ReceivedHeaders,
  readSignatureHeaders,
  type SignatureVerdict,
} from './signature-headers.ts'

export interface ReceivedDelivery {
  /** The raw bytes; JSON parsed and serialised again is a different text. */
  readonly body: Buffer
  readonly headers: ReceivedHeaders
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

/**
 * Checks `svc-signature` and the list `svc-signatures`: one matching digest is enough. The age is
 * checked last, so that nobody without the secret learns anything about this clock.
 */
export function verifySignature(
  delivery: ReceivedDelivery,
  input: ReceiverInput,
): SignatureVerdict {
  const { body, headers } = delivery
  const { secret, nowMs, toleranceSeconds } = input
  const read = readSignatureHeaders(headers)
  if (typeof read === 'string') return read
  const { digests, timestamp } = read
  const expected = Buffer.from(signature(secret, timestamp, body), 'hex')
  const isExpected = (digest: string) => timingSafeEqual(Buffer.from(digest, 'hex'), expected)
  return digests.some(isExpected)
    ? judgeAge(timestamp, nowMs, toleranceSeconds)
    : 'signature_mismatch'
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
