// Rows of `verification_sums` and `verification_times`: what the verifications of one hour (UTC) come to,
// so that an overview need not count them. Nothing in them names a person or a verification.

import type { Environment } from '../keys/key.ts'
import type { DocumentType } from '../markets/market.ts'
import type { SumFact } from './sum-fact.ts'

export interface VerificationSumTable {
  environment: Environment
  /** First instant of the hour in which it happened. */
  starts_at: number
  country: string
  id_type: DocumentType
  /** What happened in the hour. */
  fact: SumFact
  verifications: number
}

/** From submission to approval or decline. */
export interface VerificationTimeTable {
  environment: Environment
  /** Of the hour in which the verification ended. */
  starts_at: number
  /** One of `timeSteps`. */
  up_to_ms: number
  verifications: number
}
