// Row of `verification_marks`: one property of a verification that it may have several of, or that is kept
// elsewhere, so that a list filtered by it is read in order from one index.

import type { Environment } from '../keys/key.ts'

export interface VerificationMarkTable {
  environment: Environment
  /** `reason:<code>` or `band:<band>`. */
  mark: string
  verification_id: string
}
