// Rows of `verification_counters` and `verification_times`: counts of verifications by hour (UTC) for the overview.
// They hold no personal data and no ids.

import type { Environment } from '../kernel/environment.ts'
import type { DocumentType } from '../markets/market.ts'
import type { CounterKind } from './counter-kind.ts'

export interface VerificationCounterTable {
  environment: Environment
  /** First instant of the hour. */
  starts_at: number
  country: string
  id_type: DocumentType
  kind: CounterKind
  verifications: number
}

/** Counts of the times from submission to approval or decline. */
export interface VerificationTimeTable {
  environment: Environment
  /** First instant of the hour in which the verification was completed. */
  starts_at: number
  /** One of `timeSteps`. */
  up_to_ms: number
  verifications: number
}
