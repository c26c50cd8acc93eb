// A review in the queue, with what its verification tells of it.

import type { DocumentType } from '../markets/market.ts'
import type { ReasonCode } from '../verifications/reasons.ts'
import type { Check, FindingCode, VerificationStatus } from '../verifications/verification.ts'
import type { Review } from './review.ts'

export interface QueuedReview {
  readonly id: string
  readonly review: Review
  readonly verification: {
    readonly status: VerificationStatus
    readonly country: string
    readonly idType: DocumentType
    readonly externalRef: string | undefined
    readonly reasons: readonly ReasonCode[]
    readonly checks: readonly Check[]
    readonly findings: readonly {
      readonly role: 'front' | 'back' | 'selfie'
      readonly code: FindingCode
    }[]
    readonly score: number | undefined
  }
}
