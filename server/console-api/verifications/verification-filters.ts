// The filters of the console's list of verifications.

import type { Environment } from '../../kernel/environment.ts'
import type { Band } from '../../scoring/bands.ts'
import type { ReasonCode } from '../../verifications/reasons.ts'
import type { VerificationFilter } from '../../verifications/verification-view.ts'

export interface VerificationFilters extends VerificationFilter {
  readonly environment: Environment
  readonly band?: Band | undefined
  readonly reason?: ReasonCode | undefined
  readonly id?: string | undefined
  /** Keyed digests of a document number, one for each country it may be from. */
  readonly idNumberIndexes?: readonly Buffer[] | undefined
  /** Keyed digests of a name, one for each key. */
  readonly nameIndexes?: readonly Buffer[] | undefined
  /**
   * Where a field was given several values: filters with one value each, of which a verification matches any. The
   * fields with several values are then unset in this one.
   */
  readonly alternatives?: readonly VerificationFilters[] | undefined
}

/** Whether a filter with an index of its own leaves few verifications. */
export function isSelective({ id, idNumberIndexes }: VerificationFilters): boolean {
  return id !== undefined || idNumberIndexes !== undefined
}
