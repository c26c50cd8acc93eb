// Wishes of a client of the sandbox that cannot be meant as they stand. Taken for ordinary input they
// would let a test pass that tests something else. Pure.

import type { Fault } from '../kernel/app-error.ts'

/** Of the fields as they came, in either form; what is no text or no flag is told of elsewhere. */
export function faultsOfWishes(fields: Readonly<Record<string, unknown>>): readonly Fault[] {
  const { sandbox_outcome: outcome, score_requested: scored } = fields
  const isScoreLeftOut = ['', 'undefined', 'false', '0'].includes(String(scored).toLowerCase())
  if (outcome !== 'scoring_unavailable' || !isScoreLeftOut) return []
  const message =
    'sandbox_outcome scoring_unavailable needs score_requested true: where no score is asked for, none can be unavailable.'
  return [{ param: 'sandbox_outcome', code: 'invalid', message }]
}
