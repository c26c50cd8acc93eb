// The kinds of hourly counters: submissions, outcomes by status, and scores by band.

import type { Band } from '../scoring/bands.ts'
import type { FinalStatus } from './verification.ts'

export type CounterKind = 'submitted' | FinalStatus | `band_${Band}`
