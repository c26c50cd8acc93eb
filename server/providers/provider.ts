// The port to the outside identity check: what we hand over, and the closed set of answers we get back.
// Whatever a provider says on the wire is mapped to these unions inside its own folder.

import type { BeginningCall, BegunCall } from '../outbound/outbound.ts'
import type { CircuitState } from './circuit-breaker.ts'

export type ImageRole = 'front' | 'back' | 'selfie'

/** A picture as the provider takes it: upright JPEG. */
export interface ProviderImage {
  readonly role: ImageRole
  readonly jpeg: Buffer
}

/**
 * The names of one paid check at the provider. Both are opaque, chosen by us before the first call and
 * kept for ever, so that asking again after a crash never starts (or pays for) a second check.
 */
export interface ProviderJob {
  readonly jobId: string
  readonly userId: string
}

export interface ProviderSubmission {
  readonly job: ProviderJob
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly idType: 'national_id' | 'passport' | 'voter_id'
  /**
   * Front and selfie always, back where the client sent one. Opened when the provider is ready to take
   * them and not before, so that submissions waiting for their turn hold none in memory. Called right
   * before each upload. Throws what opening them throws.
   */
  openImages(): Promise<readonly ProviderImage[]>
  /**
   * Called before the first byte of each upload leaves, which waits for it: what is written here is on
   * disk whatever happens then. Gives back the entry of the ledger that the upload's end completes.
   */
  beginUpload(upload: BeginningCall): Promise<BegunCall>
  /**
   * An earlier upload of this job may have arrived without the provider having noticed it. Where the
   * provider says that it has no pictures, none are sent: the reply is `upload_unconfirmed`.
   */
  readonly uploadMayBeUnderWay?: boolean
  /** Sent only by a client that was told to: a document check reads these itself. */
  readonly claims?: ProviderClaims
}

/** What the person is said to be, as the client of our API entered it. */
export interface ProviderClaims {
  readonly idNumber?: string
  readonly firstName?: string
  readonly lastName?: string
  /** YYYY-MM-DD. */
  readonly dateOfBirth?: string
}

/** Why a call brought no answer that can be used; worth trying again later. */
export const unavailableReasons = [
  'timeout',
  'network',
  'server_error',
  'rate_limited',
  'bad_answer',
  'bad_signature',
  'circuit_open',
  /** Its host leads to an address that is not called. */
  'address_forbidden',
  /** Answered, but whether an earlier upload arrived is not known yet; uploading again could cost twice. */
  'upload_unconfirmed',
] as const
export type UnavailableReason = (typeof unavailableReasons)[number]

/** Why the provider will not do it; trying again changes nothing until somebody acts. */
export type RefusedReason =
  | 'provider_wallet_empty'
  | 'provider_credentials_refused'
  | 'provider_misconfigured'
  | 'provider_rejected_request'

export type Trouble =
  | { readonly kind: 'unavailable'; readonly reason: UnavailableReason }
  | {
      readonly kind: 'refused'
      readonly reason: RefusedReason
      /** The provider's own code, where it gave one. */
      readonly code: string | undefined
      /** What the provider answered, for `smile_result`. */
      readonly raw: unknown
    }

export type SubmitReply =
  /** The provider holds the images. `reference` is its own id of the check, where it said one. */
  { readonly kind: 'accepted'; readonly reference: string | undefined } | Trouble

export type ResultReply =
  /** Registered, but the images never arrived: submit again under the same names. */
  | { readonly kind: 'not_uploaded' }
  | { readonly kind: 'processing' }
  /** An answer that a person at the provider may still overturn. */
  | { readonly kind: 'provisional'; readonly raw: unknown }
  | { readonly kind: 'final'; readonly verdict: ProviderVerdict; readonly raw: unknown }
  | Trouble

export type CheckResult = 'passed' | 'failed' | 'not_done'

/** What the provider concluded, in our words. */
export interface ProviderVerdict {
  readonly outcome:
    | 'verified'
    | 'not_verified'
    /** The check itself went wrong, or its answer contradicts itself or is unknown to us: never approved. */
    | 'error'
  /** Empty exactly when `outcome` is `verified`. */
  readonly reasons: readonly ProviderReason[]
  readonly checks: {
    readonly document: CheckResult
    readonly liveness: CheckResult
    readonly faceMatch: CheckResult
  }
  readonly readings: DocumentReadings
  /** The provider's result code as it came. */
  readonly resultCode: string
}

export type ProviderReason =
  | 'document_not_verified'
  | 'document_unreadable'
  | 'document_not_accepted'
  | 'document_expired'
  | 'face_mismatch'
  | 'liveness_failed'
  | 'spoof_suspected'
  | 'images_unusable'
  | 'provider_answer_contradictory'
  | 'provider_answer_unknown'

/** What was read on the document. Absent where the provider said nothing or `Not Available`. */
export interface DocumentReadings {
  readonly fullName?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly otherNames?: string
  /** YYYY-MM-DD, a real date. */
  readonly dateOfBirth?: string
  readonly idNumber?: string
  /** YYYY-MM-DD, a real date. */
  readonly expiresOn?: string
}

/** One identity provider. Every call has a total deadline and size limits of its own; none throws for the world's troubles. */
export interface IdentityProvider {
  readonly name: ProviderName
  submit(submission: ProviderSubmission, signal: AbortSignal): Promise<SubmitReply>
  result(job: ProviderJob, signal: AbortSignal): Promise<ResultReply>
  /** For operators, where the provider is guarded: whether it is being called at present. */
  circuit?(): CircuitState
  close(): Promise<void>
}

export type ProviderName = 'smile-id'
