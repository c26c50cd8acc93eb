// Checks that a request is the partner's: the signature is valid and its timestamp is recent
// (reference 2).

import { toIso } from '../../kernel/clock.ts'
import { isSignedBy, type SmileCredentials } from '../../providers/smile-id/signature.ts'

interface SignedRequest {
  readonly partnerId: string
  readonly timestamp: string | number
  readonly signature: string
}

export interface SignatureRules {
  readonly credentials: SmileCredentials
  /** Largest difference between the timestamp and now, in either direction. */
  readonly windowMs: number
}

export function isAuthenticCall(
  rules: SignatureRules,
  request: SignedRequest,
  nowMs: number,
): boolean {
  if (request.partnerId !== rules.credentials.partnerId) return false
  const instantMs = instantOfTimestamp(request.timestamp)
  if (instantMs === undefined || Math.abs(nowMs - instantMs) > rules.windowMs) return false
  return textsThatMayBeSigned(request.timestamp).some((text) =>
    isSignedBy(rules.credentials, text, request.signature),
  )
}

/**
 * Returns the texts that may have been signed: given a number, the JavaScript library signs its ISO
 * form and sends the number.
 */
function textsThatMayBeSigned(timestamp: string | number): readonly string[] {
  return typeof timestamp === 'string' ? [timestamp] : [String(timestamp), toIso(timestamp)]
}

/** 1: date, 2: time, 3: fraction of a second, 4: zone. */
const timestampShape =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))? ?(Z|UTC|[+-]\d{2}:?\d{2})?$/

/** Largest number of milliseconds since 1970 that a date can hold. */
const instantMsMax = 8.64e15

/**
 * Returns milliseconds since 1970, or undefined for a malformed timestamp. Accepts the formats of
 * every library: `2026-01-02T03:04:05.678Z`, microseconds with `+00:00` (Python), `2026-01-02
 * 03:04:05 +0000` (Ruby), ISO text without a zone (meaning UTC) and epoch milliseconds.
 */
export function instantOfTimestamp(timestamp: string | number): number | undefined {
  if (typeof timestamp === 'number') {
    return Number.isInteger(timestamp) && Math.abs(timestamp) <= instantMsMax
      ? timestamp
      : undefined
  }
  if (/^\d{13}$/.test(timestamp)) return Number(timestamp)
  const match = timestampShape.exec(timestamp)
  if (match === null) return undefined
  const [, date, time, fraction = '', zone = 'Z'] = match
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0')
  const instantMs = Date.parse(`${date}T${time}.${milliseconds}${isoZone(zone)}`)
  return Number.isNaN(instantMs) ? undefined : instantMs
}

function isoZone(zone: string): string {
  if (zone === 'Z' || zone === 'UTC') return 'Z'
  return zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`
}
