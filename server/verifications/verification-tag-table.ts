// Row of `verification_tags`: one reason, score band or state of the review of a verification, so that a list filtered
// by it is read in order from one index.

import type { Environment } from '../kernel/environment.ts'

export interface VerificationTagTable {
  environment: Environment
  /** `reason:<code>`, `band:<band>` or `review:<state>`. */
  tag: string
  verification_id: string
}
