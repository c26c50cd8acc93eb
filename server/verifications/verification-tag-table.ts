// Row of `verification_tags`: one reason or score band of a verification, so that a list filtered by it is read in
// order from one index.

import type { Environment } from '../kernel/environment.ts'

export interface VerificationTagTable {
  environment: Environment
  /** `reason:<code>` or `band:<band>`. */
  tag: string
  verification_id: string
}
