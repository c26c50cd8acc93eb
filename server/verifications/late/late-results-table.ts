// Row of `late_results`: what the provider said of a verification beside or after its final answer. There is none while
// it said nothing more.

import type { LateFinding } from './late-results.ts'

export interface LateResultsTable {
  verification_id: string
  /** null while nothing is found that differs. */
  finding: LateFinding | null
  /** Encrypted JSON: the results, oldest first. */
  results: Buffer
  /** When the latest one was received. */
  received_at: number
}
