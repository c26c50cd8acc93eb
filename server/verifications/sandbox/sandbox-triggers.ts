// Finds sandbox triggers that contradict the rest of the request. Ignoring them would let a client's test pass
// although it tests something else. Pure.

import type { Fault } from '../../kernel/app-error.ts'

/** Takes the unparsed fields of the JSON body or the form. Wrong types are reported by the parser. */
export function faultsOfTriggers(fields: Readonly<Record<string, unknown>>): readonly Fault[] {
  const { sandbox_outcome: outcome, score_requested: scored } = fields
  const isScoreLeftOut = ['', 'undefined', 'false', '0'].includes(String(scored).toLowerCase())
  if (outcome !== 'scoring_unavailable' || !isScoreLeftOut) return []
  const message = 'sandbox_outcome scoring_unavailable needs score_requested true.'
  return [{ param: 'sandbox_outcome', code: 'invalid', message }]
}
