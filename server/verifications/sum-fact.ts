// What is counted of verifications by the hour: a submission, an end, or a score that was attached.

import type { Band } from '../scoring/bands.ts'
import type { FinalStatus } from './verification.ts'

export type SumFact = 'submitted' | FinalStatus | `band_${Band}`
