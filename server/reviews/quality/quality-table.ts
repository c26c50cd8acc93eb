// Rows of `quality_checks` (closed reviews that another reviewer decides once more, to compare both decisions).

import type { Environment } from '../../kernel/environment.ts'
import type { JudgingOutcome, QualityResult } from './quality-check.ts'

export interface QualityCheckTable {
  id: string
  review_id: string
  verification_id: string
  environment: Environment
  /** Who made the first decision; the decision itself is in the review. */
  decided_by: string
  /** JSON: ids of the users who had a part in the first decision and therefore cannot check it. */
  involved: string
  claimed_by: string | null
  claimed_until: number | null
  claimed_at: number | null
  checked_by: string | null
  /** The second decision. */
  outcome: JudgingOutcome | null
  /** JSON: reason codes. */
  outcome_reasons: string | null
  worked_ms: number | null
  /** null while it is open. */
  result: QualityResult | null
  created_at: number
  closed_at: number | null
  /** The same as `closed_at` where both decisions differ: the list of them reads only these rows. */
  differed_at: number | null
}
