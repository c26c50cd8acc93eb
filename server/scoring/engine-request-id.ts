// Makes the request id that the scoring engine gets. Pure.

import type { Keyring } from '../crypto/keyring.ts'
import type { Features } from './features.ts'

/**
 * Returns a UUID that says nothing to the engine and is the same whenever the score of this verification is requested:
 * after a timeout, a crash, at two nodes. So an engine that charges can count a score once. Other features have another
 * id: staff may decide otherwise after a decision that was not kept, and an engine that knows the id would answer with
 * the score of that one.
 */
export function engineRequestId(
  keyring: Pick<Keyring, 'mac'>,
  verificationId: string,
  features: Features,
): string {
  const text = `engine-request:${verificationId}:${JSON.stringify(features)}`
  const bytes = keyring.mac('blind-index', text).subarray(0, 16)
  // Marked as a random UUID (RFC 9562, section 5.4), which engines expect.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [[0, 8], [8, 12], [12, 16], [16, 20], [20]].map(([a, b]) => hex.slice(a, b)).join('-')
}
