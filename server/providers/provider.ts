// The port to identity providers: what is submitted, and the closed set of replies. Each provider
// maps its own wire format to these unions in its own folder.

import type { CircuitState } from '../egress/circuit-breaker.ts'
import type { BeginningCall, BegunCall } from '../egress/outbound.ts'
import type { DocumentType } from '../markets/market.ts'

export type ImageRole = 'front' | 'back' | 'selfie'

/** An image for the provider: upright JPEG. */
export interface ProviderImage {
  readonly role: ImageRole
  readonly jpeg: Buffer
}

/**
 * The ids of one paid check at the provider. Both are opaque, chosen by us before the first call
 * and kept for ever, so that a repeated call after a crash never starts (or pays for) a second
 * check.
 */
export interface ProviderJob {
  readonly jobId: string
  readonly userId: string
}

export interface ProviderSubmission {
  readonly job: ProviderJob
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly idType: DocumentType
  /**
   * Returns front and selfie always, back where the client sent one. Called right before each
   * upload, so that waiting submissions hold no images in memory. Throws what decrypting them
   * throws.
   */
  openImages(): Promise<readonly ProviderImage[]>
  /**
   * Called and awaited before the first byte of each upload is sent, so the outbound log has an
   * entry whatever happens then. Returns the entry, which the end of the upload completes.
   */
  beginUpload(upload: BeginningCall): Promise<BegunCall>
  /**
   * An earlier upload of this job may have arrived without the provider having noticed it. Where
   * the provider says that it has no images, none are sent: the reply is `upload_unconfirmed`.
   */
  readonly uploadMayBeUnderWay?: boolean
  /** Sent only where the provider's settings say so: a document check reads these itself. */
  readonly claims?: ProviderClaims
}

/** The claims about the person, as the API client entered them. */
export interface ProviderClaims {
  readonly idNumber?: string
  readonly firstName?: string
  readonly lastName?: string
  /** YYYY-MM-DD. */
  readonly dateOfBirth?: string
}

/** Why a call brought no usable answer; it may be tried again later. */
export const unavailableReasons = [
  'timeout',
  'network',
  'server_error',
  'rate_limited',
  'bad_answer',
  'bad_signature',
  /** Signed by the provider at another time: its clock differs from ours, or the answer is an old one. */
  'stale_answer',
  'circuit_open',
  /** The host resolves to an address that must not be called. */
  'address_forbidden',
  /**
   * The provider answered, but it is not known yet whether an earlier upload arrived; uploading
   * again could cost twice.
   */
  'upload_unconfirmed',
] as const
export type UnavailableReason = (typeof unavailableReasons)[number]

/** Why the provider refuses; trying again changes nothing until an operator acts. */
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
      /** The provider's response, for `smile_result`. */
      readonly raw: unknown
    }

export type SubmitReply =
  /** The provider has the images. `reference` is its own id of the check, where it gave one. */
  | { readonly kind: 'accepted'; readonly reference: string | undefined }
  /** The upload failed, and for certain it did not arrive whole: it may begin anew at any time. */
  | { readonly kind: 'not_arrived'; readonly reason: UnavailableReason }
  | Trouble

export type ResultReply =
  /** Registered, but the images never arrived: submit again under the same ids. */
  | { readonly kind: 'not_uploaded' }
  | { readonly kind: 'processing' }
  /** A result that a reviewer at the provider may still overturn. */
  | { readonly kind: 'provisional'; readonly raw: unknown }
  | { readonly kind: 'final'; readonly verdict: ProviderVerdict; readonly raw: unknown }
  | Trouble

export type CheckResult = 'passed' | 'failed' | 'not_done'

/** The provider's decision, in our terms. */
export interface ProviderVerdict {
  /** A document that was `verified` may have expired since: that is judged where the market is known. */
  readonly outcome:
    | 'verified'
    | 'not_verified'
    /**
     * The check failed, its answer is contradictory or unknown to us, or the provider suspects
     * fraud although it verified the person: never approved.
     */
    | 'error'
  /** Empty exactly when `outcome` is `verified`. */
  readonly reasons: readonly ProviderReason[]
  /**
   * Present if the only suspicion is that the provider has seen this face: the verdict if all these users, whom it
   * names, are the customer.
   */
  readonly unlessKnown?: Pick<ProviderVerdict, 'outcome' | 'reasons'> & {
    readonly users: readonly string[]
  }
  readonly checks: {
    readonly document: CheckResult
    readonly liveness: CheckResult
    readonly faceMatch: CheckResult
  }
  readonly readings: DocumentReadings
  /** Which document the provider says that it saw. */
  readonly seen: SeenDocument
  /** The provider's result code, unchanged. */
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
  | 'fraud_suspected'
  | 'images_unusable'
  | 'provider_answer_contradictory'
  | 'provider_answer_unknown'

/** Absent where the provider does not say it in terms that we know. */
export interface SeenDocument {
  /** ISO 3166-1 alpha-2. */
  readonly country?: string
  readonly idType?: DocumentType
}

/** The values read on the document. Absent where the provider sent nothing or `Not Available`. */
export interface DocumentReadings {
  readonly fullName?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly otherNames?: string
  /** YYYY-MM-DD; as it was read where that is no real day: only a year, or another order. */
  readonly dateOfBirth?: string
  readonly idNumber?: string
  /** Another number of the same document, such as that of the person beside that of the card. */
  readonly otherIdNumber?: string
  /** YYYY-MM-DD, a real date. */
  readonly expiresOn?: string
}

export interface ProviderHealth {
  /** Whether the last call brought an answer; undefined before the first one. */
  readonly answers: boolean | undefined
  /** Calls in a row that did not reach it, or got no answer in time. */
  readonly unreached: number
}

/**
 * One identity provider. Every call has its own total deadline and size limits; network and
 * provider errors are returned, not thrown.
 */
export interface IdentityProvider {
  /** That of its kind (provider-kind), which is stored with each verification. */
  readonly name: string
  submit(submission: ProviderSubmission, signal: AbortSignal): Promise<SubmitReply>
  result(job: ProviderJob, signal: AbortSignal): Promise<ResultReply>
  /** For operators, where the provider is guarded: the state of the circuit. */
  circuit?(): CircuitState
  /** Where it is guarded: how its latest calls went, as this node made them. */
  health?(): ProviderHealth
  /** Registers a function to be called when the provider answers again after it kept failing. */
  onBack?(listener: () => void): void
  close(): Promise<void>
}
