// Explains why a captured delivery does not verify: undoes the usual mistakes one by one and tries again. Pure.

import type { SignatureVerdict } from '../../server/webhooks/signature-headers.ts'
import { undoMistakes } from '../../server/webhooks/signature-mistakes.ts'
import { type ReceivedDelivery, verifySignature } from '../../server/webhooks/verify-signature.ts'

/** Returns the likely causes and what to do, most common first. */
export function adviceOn(verdict: SignatureVerdict): readonly string[] {
  switch (verdict) {
    case 'valid':
      return []
    case 'missing_signature':
      return ['svc-signature and svc-signatures are missing: does a proxy drop headers?']
    case 'malformed_signature':
      return ['svc-signature is 64 hexadecimal digits and nothing else: copy its whole value.']
    case 'missing_timestamp':
      return ['svc-timestamp is missing: does a proxy drop headers?']
    case 'malformed_timestamp':
      return ['svc-timestamp is Unix seconds, decimal digits only: copy its value unchanged.']
    case 'signature_mismatch':
      return mismatchAdvice
    case 'stale_timestamp':
      return [
        'Captured some time ago? Give that time with --at, or use --ignore-age.',
        clockAdvice,
        'A late retry to an endpoint whose timestamp_mode is event is always stale; auto is not.',
      ]
    case 'future_timestamp':
      return [clockAdvice]
  }
}

const clockAdvice = "This machine's clock may be wrong: compare it with another, and run NTP."

const mismatchAdvice = [
  'The body was changed: keep the raw bytes, before anything parses and rewrites them.',
  'The secret is wrong: use the whole secret of this webhook, with whsec_, not decoded.',
  'Signature, timestamp and body are from different attempts: a retry may be signed again.',
]

/** Returns what was done to the body or the secret, if undoing it makes the signature valid. */
export function findCause(delivery: ReceivedDelivery, secret: string): string | undefined {
  if (delivery.body.length === 0)
    return 'The body is empty: capture it before anything else reads it.'
  const input = { nowMs: 0, toleranceSeconds: Number.POSITIVE_INFINITY }
  const fitting = undoMistakes({ secret, body: Uint8Array.from(delivery.body) }).find(
    ([, { secret, body }]) =>
      verifySignature({ ...delivery, body: Buffer.from(body) }, { ...input, secret }) === 'valid',
  )
  return fitting && causes[fitting[0]]
}

const causes = {
  body: 'The body was changed: the same JSON, written without white space, is valid. Keep the raw bytes, before an editor or a JSON parser rewrites them.',
  secret:
    'The secret was changed: use its whole text, with whsec_, without quotation marks, not decoded.',
} as const
