// Wishes of a client of the sandbox that cannot be meant as they stand. Taken for ordinary input they
// would let a test pass that tests something else. Pure.

import type { Fault } from '../kernel/app-error.ts'
import { scoreWishOf } from '../scoring/score-wish.ts'

/** Of the fields as they came, in either form; what is no text or no flag is told of elsewhere. */
export function faultsOfWishes(fields: Readonly<Record<string, unknown>>): readonly Fault[] {
  const { id_number: idNumber, sandbox_outcome: outcome, score_requested: scored } = fields
  const faults: Fault[] = []
  if (typeof idNumber === 'string' && scoreWishOf(idNumber).kind === 'malformed') {
    const message =
      'id_number SCORE-<n> asks the sandbox for the score n: a whole number from 0 to 1000 without leading zeros, such as SCORE-740.'
    faults.push({ param: 'id_number', code: 'invalid', message })
  }
  const isScoreLeftOut = scored === undefined || scored === false || scored === 'false'
  if (outcome === 'scoring_unavailable' && isScoreLeftOut) {
    const message =
      'sandbox_outcome scoring_unavailable needs score_requested true: where no score is asked for, none can be unavailable.'
    faults.push({ param: 'sandbox_outcome', code: 'invalid', message })
  }
  return faults
}
