// The verdict on the audit log: on its chain, and on the rows that it explains.

import type { ChainVerdict } from '../../audit/chain-verdict.ts'

/**
 * `differs`: the rows differ from the logged outcome. `missing`: the log has an outcome, but the row is gone.
 * `unexplained`: the row is decided, but the log has no outcome.
 */
type RowFaultKind = 'differs' | 'missing' | 'unexplained'

export interface RowFault {
  readonly kind: RowFaultKind
  readonly subject: { readonly kind: 'verification' | 'review'; readonly id: string }
  /** Parts that differ, as `VerificationDigests` and the digests of reviews name them. */
  readonly parts: readonly string[]
}

export interface ComparedRows {
  readonly verifications: number
  readonly reviews: number
}

export interface AuditVerdict extends ChainVerdict {
  /** In order of detection; at most `faultsMax`. */
  readonly rowFaults: readonly RowFault[]
  readonly rows: ComparedRows
}
