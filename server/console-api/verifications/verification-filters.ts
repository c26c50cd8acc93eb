// The filters of the console's list of verifications.

import type { Environment } from '../../kernel/environment.ts'
import type { DocumentType } from '../../markets/market.ts'
import type { Band } from '../../scoring/bands.ts'
import type { ReasonCode } from '../../verifications/reasons.ts'
import type { ReviewState } from '../../verifications/review-summary.ts'
import type { VerificationStatus } from '../../verifications/verification.ts'

export interface VerificationFilters {
  readonly environment: Environment
  readonly status?: VerificationStatus | undefined
  readonly country?: string | undefined
  readonly idType?: DocumentType | undefined
  readonly band?: Band | undefined
  readonly reason?: ReasonCode | undefined
  readonly reviewState?: ReviewState | undefined
  readonly externalRef?: string | undefined
  readonly scoringSkipped?: boolean | undefined
  readonly id?: string | undefined
  /** Keyed digests of a document number, one for each country it may be from. */
  readonly idNumberIndexes?: readonly Buffer[] | undefined
  /** Keyed digests of a name, one for each key. */
  readonly nameIndexes?: readonly Buffer[] | undefined
  /** Inclusive. Ids sort by creation time, so a span of time is a span of ids. */
  readonly idFrom?: string | undefined
  /** Exclusive. */
  readonly idBefore?: string | undefined
  /**
   * Where a field was given several values: filters with one value each, of which a verification matches any. The fields
   * with several values are then unset in this one.
   */
  readonly alternatives?: readonly VerificationFilters[] | undefined
}

/** Whether a filter with an index of its own leaves few verifications. */
export function isSelective({ id, idNumberIndexes }: VerificationFilters): boolean {
  return id !== undefined || idNumberIndexes !== undefined
}
