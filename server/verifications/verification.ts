// The verification: what it is and which states it has.
//
// Glossary. *Claims* are what the client says of the person; *readings* are what the provider read on
// the document. A *check* compares or judges one thing; a *reason* says why a verification ended as it
// did; a *finding* is a fault of a picture, noticed before the provider was paid.

import type { Finding } from '../evidence/evidence.ts'
import type { Environment } from '../keys/key.ts'
import type { DocumentType } from '../markets/market.ts'
import type { Scoring } from '../scoring/score.ts'
import type { ReasonCode } from './reasons.ts'

export const verificationStatuses = ['pending', 'approved', 'declined', 'error'] as const
export type VerificationStatus = (typeof verificationStatuses)[number]
export type FinalStatus = Exclude<VerificationStatus, 'pending'>

/** What the client says of the person. Sealed at rest; every field may be absent in live. */
export interface Claims {
  readonly idNumber?: string
  readonly firstName?: string
  readonly lastName?: string
  /** YYYY-MM-DD */
  readonly dateOfBirth?: string
  /** ISO 8601 instant at which the person agreed, as the client recorded it. */
  readonly consentGivenAt?: string
  /** Which notice the person agreed to: a version or an address. */
  readonly consentNotice?: string
}

export const checkNames = [
  'document',
  'liveness',
  'face_match',
  'name',
  'date_of_birth',
  'id_number',
] as const
export type CheckName = (typeof checkNames)[number]

/** `not_done`: the provider did not do it, or there was nothing to compare. */
export const checkResults = ['passed', 'failed', 'unclear', 'not_done'] as const

export interface Check {
  readonly check: CheckName
  readonly result: (typeof checkResults)[number]
  /** Of a comparison: what was seen, as a stable code of `matching/`; holds nothing of the values. */
  readonly reason?: string
}

export interface Verification {
  readonly id: string
  readonly environment: Environment
  readonly status: VerificationStatus
  readonly country: string
  readonly idType: DocumentType
  readonly externalRef: string | undefined
  readonly scoring: Scoring
  readonly apiKeyId: string
  /** Empty exactly when the status is `pending` or `approved`. */
  readonly reasons: readonly ReasonCode[]
  readonly checks: readonly Check[]
  /** The provider's result code as it came, once it gave one. */
  readonly resultCode: string | undefined
  readonly findings: readonly Finding[]
  readonly createdAt: number
  readonly completedAt: number | undefined
}

/** How a verification ends: what `decide` says and the provider's answer it rests on. */
export interface Conclusion {
  readonly status: FinalStatus
  readonly reasons: readonly ReasonCode[]
  readonly checks: readonly Check[]
}
