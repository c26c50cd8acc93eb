// Signs deliveries (specification 5.6 to 5.8, rulings 6.2, 6.3, 6.8): chooses the secret and the
// timestamp and builds the headers. Pure; runs once for each attempt.

import { createHmac, randomBytes } from 'node:crypto'

/**
 * `auto`: the event's creation time while a receiver would still accept it, the attempt's time
 * after that. `event` and `attempt` always use that time.
 */
export const timestampModes = ['auto', 'event', 'attempt'] as const
export type TimestampMode = (typeof timestampModes)[number]

/** The secrets of a webhook. `next` is set by a rotation, until it is stored as `current`. */
export interface SecretState {
  readonly current: string
  /**
   * From `activatesAt` (milliseconds) on, `next` signs alone, even if it is not stored as `current`
   * yet.
   */
  readonly next: { readonly secret: string; readonly activatesAt: number } | undefined
}

interface SigningSecrets {
  /** The secret that makes `svc-signature`. */
  readonly signing: string
  /** All valid secrets, the signing one first; empty where there is only one. */
  readonly overlapping: readonly string[]
}

export interface SigningInput {
  readonly secrets: SecretState
  readonly mode: TimestampMode
  /** When the event was created, in milliseconds. */
  readonly createdAt: number
  /** When the attempt is made, in milliseconds. */
  readonly nowMs: number
  /** Exactly the bytes that are sent. */
  readonly body: Buffer
}

/**
 * Returns `svc-signature` and `svc-timestamp`; while a rotation is pending also `svc-signatures`,
 * the versioned list of the signatures with each secret over the same timestamp and bytes:
 * `v1=<current>,v1=<next>`.
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
 * Returns the lower-case hexadecimal HMAC-SHA-256 over the timestamp, a dot and the body. The HMAC
 * key is the secret's text as shown, prefix included, in UTF-8; no part of it is decoded.
 */
export function signature(secret: string, timestamp: number | string, body: Buffer): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
}

/**
 * Receivers reject timestamps older than 300 s; the remaining minute allows for transport and clock
 * differences.
 */
const creationAgeMsMax = 240_000

/** Returns `svc-timestamp`, in Unix seconds (rulings 6.3). */
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
      // A creation time in the future, after the clock was set back, would be rejected just as
      // well.
      return toSeconds(Math.abs(nowMs - createdAt) <= creationAgeMsMax ? createdAt : nowMs)
  }
}

export function signingSecrets({ current, next }: SecretState, nowMs: number): SigningSecrets {
  if (next === undefined) return { signing: current, overlapping: [] }
  if (nowMs >= next.activatesAt) return { signing: next.secret, overlapping: [] }
  return { signing: current, overlapping: [current, next.secret] }
}

const secretBytes = 32

/**
 * `whsec_` and 256 random bits as 43 characters of base64url, which need no quoting in shells and
 * URLs.
 */
export function generateSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64url')}`
}

function toSeconds(instantMs: number): number {
  return Math.floor(instantMs / 1000)
}
