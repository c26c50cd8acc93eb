// Whether one of several secrets signed a delivery: an address may be registered more than once, and
// while a secret is replaced two are valid.

import {
  type ReceivedDelivery,
  type SignatureVerdict,
  verifySignature,
} from '../../webhooks/verify-signature.ts'
import type { Verdict } from './delivery.ts'

/** The verdict of the secret that signed it; where none did, why it is not believed. */
export function judgeSignature(
  delivery: ReceivedDelivery,
  secrets: readonly string[],
  nowMs: number,
): SignatureVerdict | 'no_secret' {
  const verdicts = secrets.map((secret) => verifySignature(delivery, { secret, nowMs }))
  return verdicts.find(isAuthentic) ?? verdicts[0] ?? 'no_secret'
}

/** Whether the bytes are the sender's, be they fresh or not. */
export function isAuthentic(verdict: Verdict): boolean {
  return ['valid', 'stale_timestamp', 'future_timestamp'].includes(verdict)
}
