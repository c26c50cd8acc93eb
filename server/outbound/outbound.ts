// A call that left the house: to whom, what for, which fields, how large, how it ended. Never what the
// fields said. Pure.

/** What a call was for. Webhooks are not among them: they have a log of attempts of their own. */
export const outboundPurposes = [
  'identity.submit',
  'identity.upload',
  'identity.status',
  'score',
] as const
export type OutboundPurpose = (typeof outboundPurposes)[number]

/**
 * `answered`: with any status, a refusal too. `too_large`: an answer came that was longer than we take.
 * `aborted`: we broke the call off ourselves. `address_forbidden`: it would have gone where calls may not
 * go; nothing was sent.
 */
export type OutboundEnding =
  | 'answered'
  | 'timeout'
  | 'network'
  | 'too_large'
  | 'aborted'
  | 'address_forbidden'

/**
 * What is known of how a call went. `begun`: written down before its first byte left; nothing more is
 * known yet. `cut_off`: begun by a process that died: what of it left, and what came of it, is unknown.
 */
export type OutboundOutcome = OutboundEnding | 'begun' | 'cut_off'

/** What is known of a call before it is made. */
export interface OutboundCall {
  readonly purpose: OutboundPurpose
  readonly method: string
  /** Name and, where it is not the usual one, port. Never a path: paths of uploads are secrets. */
  readonly host: string
  /** Names of what the body holds, nested ones with dots: `features.age_band`. */
  readonly fieldNames: readonly string[]
}

/** What is known once it has ended. */
export interface OutboundEnd {
  readonly outcome: OutboundEnding
  /** Of the answer, where there was one. */
  readonly status: number | undefined
  /** Of the body that was to be sent, connected or not; of a stream, what was read from it to be sent. */
  readonly bodyBytes: number
  /** Of the same body, hex; undefined where a stream was broken off before its end. */
  readonly bodySha256: string | undefined
}

export interface OutboundEntry extends OutboundCall, Omit<OutboundEnd, 'outcome'> {
  readonly id: string
  readonly startedAt: number
  readonly outcome: OutboundOutcome
  /** Undefined while there is no end that is known. */
  readonly durationMs: number | undefined
}

/** What is known of a call that is about to be made. */
export interface BeginningCall extends OutboundCall {
  /** Of the body that is to be sent. */
  readonly bodyBytes: number
}

/** A call that is in the ledger before it is made. */
export interface BegunCall {
  readonly id: string
  readonly startedAt: number
}

/**
 * Told of every call when it is made; what it returns is told how the call ended. `begun` names the
 * entry that is there already, where there is one.
 */
export type OnCall = (call: OutboundCall, begun?: BegunCall) => (end: OutboundEnd) => void
