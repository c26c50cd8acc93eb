// Reads the signature headers of a received delivery and judges their age. Pure: shared by the
// server's check and the one in the console.

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

/** By lower-case name, like Node's `request.headers`. */
export type ReceivedHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

export const toleranceSecondsDefault = 300

interface SignatureHeaders {
  /** Every well-formed digest, in lower case. */
  readonly digests: readonly string[]
  readonly timestamp: string
}

/** Malformed digests are skipped where another one is well-formed. */
export function readSignatureHeaders(headers: ReceivedHeaders): SignatureHeaders | SignatureFault {
  const offered = [headerText(headers, 'svc-signature'), ...listedIn(headers)]
  if (offered.every((text) => text === '')) return 'missing_signature'
  const digests = offered.filter((text) => digestShape.test(text))
  if (digests.length === 0) return 'malformed_signature'
  const timestamp = headerText(headers, 'svc-timestamp')
  if (timestamp === '') return 'missing_timestamp'
  if (!/^[0-9]{1,15}$/.test(timestamp)) return 'malformed_timestamp'
  return { digests: digests.map((text) => text.toLowerCase()), timestamp }
}

/** @param toleranceSeconds in either direction; Infinity to skip the check */
export function judgeAge(
  timestamp: string,
  nowMs: number,
  toleranceSeconds: number = toleranceSecondsDefault,
): 'valid' | 'stale_timestamp' | 'future_timestamp' {
  const ageSeconds = Math.floor(nowMs / 1000) - Number(timestamp)
  if (ageSeconds > toleranceSeconds) return 'stale_timestamp'
  return ageSeconds < -toleranceSeconds ? 'future_timestamp' : 'valid'
}

/** The header's text without surrounding white space; empty where it is missing. */
export function headerText(headers: ReceivedHeaders, name: string): string {
  const value = headers[name]
  const text = typeof value === 'string' || value === undefined ? value : value.join(',')
  return text?.trim() ?? ''
}

const digestShape = /^[0-9a-f]{64}$/i

/** Entries of other versions than v1 are ignored. */
function listedIn(headers: ReceivedHeaders): readonly string[] {
  const entries = headerText(headers, 'svc-signatures').split(',')
  const ours = entries.map((entry) => entry.trim()).filter((entry) => entry.startsWith('v1='))
  return ours.map((entry) => entry.slice('v1='.length))
}
