// Signs what is sent to a webhook (specification 5.6 to 5.8, rulings 6.2, 6.3, 6.8): which secret signs,
// which time is stamped, and the headers that come of it. Pure; runs once an attempt.

import { createHmac, randomBytes } from 'node:crypto'

/**
 * `auto`: the event's creation while a receiver would still take it, the attempt's time after that.
 * `event` and `attempt` pin one reading, whatever the age.
 */
export const timestampModes = ['auto', 'event', 'attempt'] as const
export type TimestampMode = (typeof timestampModes)[number]

/** The secrets of a webhook; `next` is there from a rotation until it is written as `current`. */
export interface SecretState {
  readonly current: string
  /** From `activatesAt` on (milliseconds) it signs alone, whether or not anybody has noted that. */
  readonly next: { readonly secret: string; readonly activatesAt: number } | undefined
}

export interface SigningSecrets {
  /** Makes `svc-signature`. */
  readonly signing: string
  /** All that are valid side by side, the signing one first; empty where there is only that one. */
  readonly overlapping: readonly string[]
}

export interface SigningInput {
  readonly secrets: SecretState
  readonly mode: TimestampMode
  /** When the event happened, milliseconds. */
  readonly createdAt: number
  /** When the attempt is made, milliseconds. */
  readonly nowMs: number
  /** The very bytes that are sent. */
  readonly body: Buffer
}

/**
 * `svc-signature` and `svc-timestamp`; while a rotation waits also `svc-signatures`, the versioned list
 * of what each secret makes of the same time and bytes: `v1=<current>,v1=<next>`.
 */
export function signatureHeaders(input: SigningInput): Record<string, string> {
  const { body, nowMs } = input
  const timestamp = timestampFor(input.mode, input)
  const { signing, overlapping } = signingSecrets(input.secrets, nowMs)
  const digest = signature(signing, timestamp, body)
  const headers: Record<string, string> = {
    'svc-signature': digest,
    'svc-timestamp': String(timestamp),
  }
  if (overlapping.length > 0) {
    const digestOf = (secret: string) =>
      secret === signing ? digest : signature(secret, timestamp, body)
    headers['svc-signatures'] = overlapping.map((secret) => `v1=${digestOf(secret)}`).join(',')
  }
  return headers
}

/**
 * Lower-case hexadecimal HMAC-SHA-256 over the timestamp, a dot and the body. The HMAC's key is the
 * secret's text as it was shown, prefix included, in UTF-8: nothing of it is decoded.
 */
export function signature(secret: string, timestamp: number | string, body: Buffer): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
}

/** Receivers refuse what is older than 300 s; the rest of a minute is for the way and their clock. */
const creationAgeMsMax = 240_000

/** What `svc-timestamp` says, in Unix seconds (rulings 6.3). */
export function timestampFor(
  mode: TimestampMode,
  { createdAt, nowMs }: Pick<SigningInput, 'createdAt' | 'nowMs'>,
): number {
  switch (mode) {
    case 'event':
      return toSeconds(createdAt)
    case 'attempt':
      return toSeconds(nowMs)
    case 'auto':
      // A creation that lies ahead, since the clock was set back, would be refused just as well.
      return toSeconds(Math.abs(nowMs - createdAt) <= creationAgeMsMax ? createdAt : nowMs)
  }
}

export function signingSecrets({ current, next }: SecretState, nowMs: number): SigningSecrets {
  if (next === undefined) return { signing: current, overlapping: [] }
  if (nowMs >= next.activatesAt) return { signing: next.secret, overlapping: [] }
  return { signing: current, overlapping: [current, next.secret] }
}

const secretBytes = 32

/** `whsec_` and 256 random bits as 43 characters of base64url, which need no quotes in shells and URLs. */
export function generateSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64url')}`
}

function toSeconds(instantMs: number): number {
  return Math.floor(instantMs / 1000)
}
