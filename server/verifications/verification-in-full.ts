// A verification with all that clients may read of it.

import type { ReviewSummary } from './review-summary.ts'
import type { Verification } from './verification.ts'
import type { ZoneReading } from './zone/zone-reading.ts'

export interface ReadVerification {
  readonly verification: Verification
  readonly review: ReviewSummary | undefined
  /** undefined while pending, and after the person's data was erased. */
  readonly providerAnswer: unknown
  /** undefined where the document was not read. */
  readonly zone: ZoneReading | undefined
}
