// A verification as the console shows it, and its personal data apart.

import type { ImagePart } from '../../markets/document-layouts.ts'
import type { DocumentReadings } from '../../providers/provider.ts'
import type { ReviewHistory } from '../../reviews/review-history.ts'
import type { FaceComparison } from '../../verifications/face/face-comparison.ts'
import type { LateResult } from '../../verifications/late/late-results.ts'
import type { Claims, Verification } from '../../verifications/verification.ts'
import type { ZoneReading } from '../../verifications/zone/zone-reading.ts'
import type { ClaimComparison } from './claim-comparison.ts'
import type { VerificationTrace } from './verification-trace.ts'

export interface OpenVerification {
  readonly verification: Verification
  readonly trace: VerificationTrace
  readonly review: ReviewHistory | undefined
  /** Where the zone shows that the portrait is; undefined where its layout has to tell. */
  readonly portrait: ImagePart | undefined
}

export interface PersonalDetails {
  readonly claims: Claims
  readonly readings: DocumentReadings
  /** The provider's answer, unchanged; undefined while there is none. */
  readonly answer: unknown
  readonly comparison: ClaimComparison
  /** undefined where the document's zone was not read. */
  readonly zone?: ZoneReading | undefined
  /** undefined where no face model was asked. */
  readonly faces?: FaceComparison | undefined
  /** What the provider said beside or after its final answer, oldest first. */
  readonly later?: readonly LateResult[] | undefined
}
