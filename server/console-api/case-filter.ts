// By what the console's list of verifications is filtered.

import type { Environment } from '../keys/key.ts'
import type { DocumentType } from '../markets/market.ts'
import type { Band } from '../scoring/bands.ts'
import type { ReasonCode } from '../verifications/reasons.ts'
import type { VerificationStatus } from '../verifications/verification.ts'

export interface CaseFilter {
  readonly environment: Environment
  readonly status?: VerificationStatus | undefined
  readonly country?: string | undefined
  readonly idType?: DocumentType | undefined
  readonly band?: Band | undefined
  readonly reason?: ReasonCode | undefined
  readonly externalRef?: string | undefined
  readonly scoringSkipped?: boolean | undefined
  readonly id?: string | undefined
  /** Blind indexes of a document number, one a country it may be of. */
  readonly idNumberIndexes?: readonly Buffer[] | undefined
  /** Ids sort by creation time, so a span of time is a span of ids: from this one on, ... */
  readonly idFrom?: string | undefined
  /** ... and before this one. */
  readonly idBefore?: string | undefined
}
