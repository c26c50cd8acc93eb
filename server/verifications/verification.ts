// The verification and its states.
//
// Glossary. *Claims* are the personal details that the client sends; *readings* are what the provider read
// on the document; a *zone reading* is what the product itself read in the document's machine-readable zone. A
// *check* compares or judges one thing; a *reason* explains the outcome; a *finding* is a flaw of an image or of the
// document's zone, noticed before the provider was paid.

import type { ImageFinding } from '../images/image.ts'
import type { Environment } from '../kernel/environment.ts'
import type { Scoring } from '../scoring/score.ts'
import type { ReasonCode } from './reasons.ts'
import type { SubmittedFields } from './submission/submitted-fields.ts'

export const finalStatuses = ['approved', 'declined', 'error'] as const
export type FinalStatus = (typeof finalStatuses)[number]

export const verificationStatuses = ['pending', ...finalStatuses] as const
export type VerificationStatus = (typeof verificationStatuses)[number]

/** The personal details that the client sends. Encrypted at rest; every field may be absent in live. */
export interface Claims {
  readonly idNumber?: string
  readonly firstName?: string
  readonly lastName?: string
  /** YYYY-MM-DD */
  readonly dateOfBirth?: string
  /** ISO 8601 instant at which the person agreed, as recorded by the client. */
  readonly consentGivenAt?: string
  /** Which notice the person agreed to: a version or an address. */
  readonly consentNotice?: string
}

/** Of the provider, and of the claims against what the provider read. */
export const decisiveCheckNames = [
  'document',
  'liveness',
  'face_match',
  'name',
  'date_of_birth',
  'id_number',
] as const

/** Of the document's machine-readable zone against the claims and against what the provider read. */
export const zoneCheckNames = ['mrz_name', 'mrz_date_of_birth', 'mrz_number'] as const
export type ZoneCheckName = (typeof zoneCheckNames)[number]

export const checkNames = [...decisiveCheckNames, ...zoneCheckNames] as const
export type CheckName = (typeof checkNames)[number]

/** `not_done`: the provider did not do it, or there was nothing to compare. */
export const checkResults = ['passed', 'failed', 'unclear', 'not_done'] as const

export interface Check {
  readonly check: CheckName
  readonly result: (typeof checkResults)[number]
  /** On comparisons: a stable code of `matching/`; never holds the compared values. */
  readonly reason?: string
}

export const zoneFindingCodes = [
  /** The side that must have a zone was submitted, and shows none. */
  'mrz_missing',
  /** Not read with confidence. */
  'mrz_doubtful',
  /** Read with confidence, but a check digit is wrong. */
  'mrz_inconsistent',
  /** The document has expired. */
  'mrz_expired',
] as const

/** A flaw of the document's machine-readable zone. */
export interface ZoneFinding {
  readonly role: 'front' | 'back'
  readonly code: (typeof zoneFindingCodes)[number]
}

export type Finding = ImageFinding | ZoneFinding
export type FindingCode = Finding['code']

export interface Verification extends SubmittedFields {
  readonly id: string
  readonly environment: Environment
  readonly status: VerificationStatus
  readonly scoring: Scoring
  readonly apiKeyId: string
  /** Empty exactly when the status is `pending` or `approved`. */
  readonly reasons: readonly ReasonCode[]
  readonly checks: readonly Check[]
  /** The provider's result code, unchanged, once it gave one. */
  readonly resultCode: string | undefined
  readonly findings: readonly Finding[]
  readonly createdAt: number
  readonly completedAt: number | undefined
}

/** A verification without its details, as lists show it. */
export type VerificationSummary = Omit<
  Verification,
  'apiKeyId' | 'checks' | 'resultCode' | 'findings'
>

/** What was decided about a verification. */
export interface Outcome {
  readonly status: FinalStatus
  readonly reasons: readonly ReasonCode[]
  readonly checks: readonly Check[]
}
