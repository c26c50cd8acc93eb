// Counts of verifications by day, and of the codes that they got.

import type { DocumentType } from '../../markets/market.ts'
import type { CodeKind, CounterKind, TimeKind } from './counter-kind.ts'

/** Verifications of one day by country, document type and event. */
export interface DayCount {
  /** First instant of the day, UTC. */
  readonly day: number
  readonly country: string
  readonly idType: DocumentType
  readonly kind: CounterKind
  readonly verifications: number
}

/** Results or reviews of one day by the time they took. */
export interface DayTime {
  readonly day: number
  readonly kind: TimeKind
  readonly upToMs: number
  readonly verifications: number
}

export interface DayCode extends CodeSum {
  readonly day: number
}

/** Verifications that got a code. */
export interface CodeSum {
  readonly kind: CodeKind
  readonly code: string
  readonly verifications: number
}
