// Smile ID's signature of requests and answers: HMAC-SHA-256 over timestamp, partner id and a fixed
// word, base64. It covers neither body nor path, so a valid signature proves the sender, not the
// content.

import { createHmac, timingSafeEqual } from 'node:crypto'

/** The API key is the HMAC key as UTF-8 text, not decoded. It is passed on only in this type. */
export interface SmileCredentials {
  /** Exactly as Smile ID issued it; leading zeros count. */
  readonly partnerId: string
  readonly apiKey: string
}

/**
 * Returns 44 characters of padded base64. `timestamp` is signed as exactly the text that is sent.
 */
export function sign(credentials: SmileCredentials, timestamp: string): string {
  return createHmac('sha256', credentials.apiKey)
    .update(timestamp)
    .update(credentials.partnerId)
    .update('sid_request')
    .digest('base64')
}

/** Compares in constant time; returns false for malformed input and never throws. */
export function isSignedBy(
  credentials: SmileCredentials,
  timestamp: unknown,
  signature: unknown,
): boolean {
  if (typeof timestamp !== 'string' && typeof timestamp !== 'number') return false
  if (typeof signature !== 'string') return false
  const expected = Buffer.from(sign(credentials, String(timestamp)))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
