// Checks a delivery against several secrets: a URL may be registered more than once, and during a
// rotation two secrets are valid.

import type { SignatureVerdict } from '../../webhooks/signature-headers.ts'
import { type ReceivedDelivery, verifySignature } from '../../webhooks/verify-signature.ts'
import type { ReceiverVerdict } from './delivery.ts'

/** Returns the verdict for the secret that signed the delivery; if none did, why it is rejected. */
export function judgeSignature(
  delivery: ReceivedDelivery,
  secrets: readonly string[],
  nowMs: number,
): SignatureVerdict | 'no_secret' {
  const verdicts = secrets.map((secret) => verifySignature(delivery, { secret, nowMs }))
  return verdicts.find(isAuthenticDelivery) ?? verdicts[0] ?? 'no_secret'
}

/** Whether the signature is valid, whatever the timestamp. */
export function isAuthenticDelivery(verdict: ReceiverVerdict): boolean {
  return ['valid', 'stale_timestamp', 'future_timestamp'].includes(verdict)
}
