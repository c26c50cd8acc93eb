// Rows of `verification_counters`, `verification_times` and `verification_code_counters`: counts of verifications by
// hour (UTC) for the overview and the reports. They hold no personal data and no ids.

import type { Environment } from '../../kernel/environment.ts'
import type { DocumentType } from '../../markets/market.ts'
import type { CodeKind, CounterKind, TimeKind } from './counter-kind.ts'

export interface VerificationCounterTable {
  environment: Environment
  /** First instant of the hour. */
  starts_at: number
  country: string
  id_type: DocumentType
  kind: CounterKind
  verifications: number
}

/** Counts of the times to an approval or decline, and of the times that reviews took. */
export interface VerificationTimeTable {
  environment: Environment
  /** First instant of the hour in which the verification was completed, or its review closed. */
  starts_at: number
  kind: TimeKind
  country: string
  /** One of `timeSteps`. */
  up_to_ms: number
  verifications: number
}

export interface VerificationCodeCounterTable {
  environment: Environment
  /** First instant of the hour. */
  starts_at: number
  country: string
  kind: CodeKind
  code: string
  verifications: number
}
