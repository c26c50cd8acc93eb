// What to do about a delivery that does not verify. Pure: knows the ways in which captures usually go
// wrong, and tries which of them it was.

import {
  type ReceivedDelivery,
  type SignatureVerdict,
  verifySignature,
} from '../../server/webhooks/verify-signature.ts'

/** The likely causes and what to do, the commonest first. */
export function adviceOn(verdict: SignatureVerdict): readonly string[] {
  switch (verdict) {
    case 'valid':
      return []
    case 'missing_signature':
      return ['Neither svc-signature nor svc-signatures is there: does a proxy drop headers?']
    case 'malformed_signature':
      return ['svc-signature is 64 hexadecimal digits and nothing else: copy its whole value.']
    case 'missing_timestamp':
      return ['svc-timestamp is not there: does a proxy drop headers?']
    case 'malformed_timestamp':
      return ['svc-timestamp is Unix seconds, decimal digits only: copy its value as it came.']
    case 'signature_mismatch':
      return mismatchAdvice
    case 'stale_timestamp':
      return [
        'Captured some time ago? Give that time with --at, or leave the age alone with --ignore-age.',
        clockAdvice,
        'A late retry to an endpoint whose timestamp_mode is event is always stale; auto is not.',
      ]
    case 'future_timestamp':
      return [clockAdvice]
  }
}

const clockAdvice = "This machine's clock may be wrong: compare it with another, and run NTP."

const mismatchAdvice = [
  'The body is not what was sent: keep the raw bytes, before anything parses and writes them anew.',
  'It is another secret: take the one of this very webhook, whole, whsec_ included, nothing decoded.',
  'Signature, timestamp and body are not of one attempt: a retry can be stamped and signed anew.',
]

/** What was done to the body or the secret, where undoing it makes the signature fit. */
export function findCause(delivery: ReceivedDelivery, secret: string): string | undefined {
  if (delivery.body.length === 0) return emptyBody
  const fits = (body: Buffer, tried: string) =>
    verifySignature({ ...delivery, body }, { ...ageless, secret: tried }) === 'valid'
  const ofBody = bodyMishaps.find(({ undo }) => fits(undo(delivery.body), secret))
  const ofSecret = secretMishaps.find(({ undo }) => fits(delivery.body, undo(secret)))
  return (ofBody ?? ofSecret)?.said
}

const emptyBody = 'The body is empty, which no event is: capture it before anything else reads it.'
const ageless = { nowMs: 0, toleranceSeconds: Number.POSITIVE_INFINITY }

interface Mishap<Subject> {
  readonly said: string
  readonly undo: (subject: Subject) => Subject
}

const bodyMishaps: readonly Mishap<Buffer>[] = [
  {
    said: 'The body ends in a line break that was not sent: an editor or echo added it. Keep the raw bytes.',
    undo: (body) => Buffer.from(body.toString('latin1').replace(/\r?\n$/, ''), 'latin1'),
  },
  {
    said: 'The body was parsed and written anew: the same JSON without white space fits. Keep the raw bytes.',
    undo: compact,
  },
]

const secretMishaps: readonly Mishap<string>[] = [
  {
    said: 'The secret lacks its prefix: whsec_ is part of it.',
    undo: (secret) => `whsec_${secret}`,
  },
  {
    said: 'The secret stands in quotation marks that are not part of it.',
    undo: (secret) => secret.replace(/^(['"])(.*)\1$/, '$2'),
  },
]

/** The JSON as this product writes it; the same bytes where it is none. */
function compact(body: Buffer): Buffer {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(body.toString('utf8'))))
  } catch {
    return body
  }
}
