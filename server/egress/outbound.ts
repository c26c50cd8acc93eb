// The types of the outbound log. An entry says where a call went, its purpose, its field names, its size and its
// outcome, but never the values of the fields. Pure.

/** Purposes of calls. Webhooks are not included: their attempts have their own log. */
export const outboundPurposes = [
  'identity.submit',
  'identity.upload',
  'identity.status',
  'score',
  'directory.configuration',
  'directory.keys',
  'directory.token',
  'directory.user',
] as const
export type OutboundPurpose = (typeof outboundPurposes)[number]

/**
 * `answered`: with any status. `too_large`: the answer exceeded the size limit. `aborted`: this server aborted the
 * call. `address_forbidden`: the policy does not allow the address; nothing was sent.
 */
type OutboundEnding =
  | 'answered'
  | 'timeout'
  | 'network'
  | 'too_large'
  | 'aborted'
  | 'address_forbidden'

/**
 * `begun`: recorded before its first byte was sent; nothing more is known yet. `cut_off`: the process crashed during
 * the call, so how much was sent and what came of it is unknown.
 */
export type OutboundOutcome = OutboundEnding | 'begun' | 'cut_off'

/** The fields of a call that are known before it is made. */
export interface OutboundCall {
  readonly purpose: OutboundPurpose
  /** Name of the identity provider that is called; undefined for other services. */
  readonly provider?: string | undefined
  readonly method: string
  /** Host name, and port if it is not the default. Never a path: upload paths are secret. */
  readonly host: string
  /** Field names of the body, nested ones with dots: `features.age_band`. */
  readonly fieldNames: readonly string[]
}

/** The fields of a call that are known once it has ended. */
export interface OutboundEnd {
  readonly outcome: OutboundEnding
  /** HTTP status of the answer, if there was one. */
  readonly status: number | undefined
  /** Size of the body, even if the connection failed; for a stream, the bytes read from it. */
  readonly bodyBytes: number
  /** SHA-256 of the body, hex; undefined if a stream was aborted before its end. */
  readonly bodySha256: string | undefined
}

export interface OutboundEntry extends OutboundCall, Omit<OutboundEnd, 'outcome'> {
  readonly id: string
  readonly startedAt: number
  readonly outcome: OutboundOutcome
  /** Undefined until the end of the call is recorded. */
  readonly durationMs: number | undefined
}

/** A call that is about to be made. */
export interface BeginningCall extends OutboundCall {
  /** Size of the body to send. */
  readonly bodyBytes: number
}

/** A call that was recorded before it is made. */
export interface BegunCall {
  readonly id: string
  readonly startedAt: number
}

/**
 * Called when a call is made; returns the function to call when it ends. `begun` is the existing entry of a call
 * that `beginOutbound` recorded.
 */
export type OnCall = (call: OutboundCall, begun?: BegunCall) => (end: OutboundEnd) => void
