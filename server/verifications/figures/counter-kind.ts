// The kinds of hourly counters: submissions, outcomes by status, scores by band, times and codes.

import type { Band } from '../../scoring/bands.ts'
import type { FinalStatus } from '../verification.ts'

export type CounterKind = 'submitted' | FinalStatus | `band_${Band}`

/** Time from the submission to the result, or from the opening of the review to its end. */
export type TimeKind = 'result' | 'review'

/** Reasons of declined verifications and of errors; causes and outcomes of reviews. */
export type CodeKind = 'declined' | 'error' | 'review_cause' | 'review_outcome'
