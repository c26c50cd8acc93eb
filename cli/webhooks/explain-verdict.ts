// Explains why a captured delivery does not verify: undoes the usual mistakes one by one and tries again. Pure.

import {
  type ReceivedDelivery,
  type SignatureVerdict,
  verifySignature,
} from '../../server/webhooks/verify-signature.ts'

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
  if (delivery.body.length === 0) return emptyBody
  const fits = (body: Buffer, tried: string) =>
    verifySignature({ ...delivery, body }, { ...ageless, secret: tried }) === 'valid'
  const ofBody = bodyMistakes.find(({ undo }) => fits(undo(delivery.body), secret))
  const ofSecret = secretMistakes.find(({ undo }) => fits(delivery.body, undo(secret)))
  return (ofBody ?? ofSecret)?.message
}

const emptyBody = 'The body is empty: capture it before anything else reads it.'
const ageless = { nowMs: 0, toleranceSeconds: Number.POSITIVE_INFINITY }

interface Mistake<Subject> {
  readonly message: string
  readonly undo: (subject: Subject) => Subject
}

const bodyMistakes: readonly Mistake<Buffer>[] = [
  {
    message:
      'The body ends in a line break that was not sent: an editor or echo added it. Keep the raw bytes.',
    undo: (body) => Buffer.from(body.toString('latin1').replace(/\r?\n$/, ''), 'latin1'),
  },
  {
    message:
      'The body was parsed and rewritten: the same JSON without white space is valid. Keep the raw bytes.',
    undo: compact,
  },
]

const secretMistakes: readonly Mistake<string>[] = [
  {
    message: 'The secret lacks its prefix: whsec_ is part of it.',
    undo: (secret) => `whsec_${secret}`,
  },
  {
    message: 'The secret is in quotation marks that are not part of it.',
    undo: (secret) => secret.replace(/^(['"])(.*)\1$/, '$2'),
  },
]

/** Returns the JSON as the server writes it, without white space; other bodies unchanged. */
function compact(body: Buffer): Buffer {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(body.toString('utf8'))))
  } catch {
    return body
  }
}
