// Rows of `verification_names` and `name_indexing`: the index behind the search by name.

import type { Environment } from '../../kernel/environment.ts'

export interface VerificationNameTable {
  environment: Environment
  /** Keyed digest of the normalised name. */
  digest: Buffer
  verification_id: string
}

/** The one row. */
export interface NameIndexingTable {
  only: 1
  /** All verifications up to this id have been indexed; empty before the first. */
  indexed_to: string
}
