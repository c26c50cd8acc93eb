// Row of `verifications`. Personal data is in the encrypted columns only.

import type { Environment } from '../keys/key.ts'
import type { DocumentType } from '../markets/market.ts'
import type { ScoringState } from '../scoring/score.ts'
import type { VerificationStatus } from './verification.ts'

export interface VerificationTable {
  id: string
  environment: Environment
  status: VerificationStatus
  country: string
  id_type: DocumentType
  external_ref: string | null
  scoring: ScoringState
  api_key_id: string
  /** Encrypted JSON: names, birth date, document number, consent. */
  claims: Buffer
  /** Keyed digest of the document number, for exact search. */
  id_number_index: Buffer | null
  /** Encrypted JSON: the provider's final answer, unchanged. */
  provider_answer: Buffer | null
  /** The provider's result code. */
  result_code: string | null
  /** JSON: reason codes. */
  reasons: string
  /** JSON: check codes and results. */
  checks: string
  /** JSON: findings of the image inspection. */
  findings: string
  created_at: number
  completed_at: number | null
}
