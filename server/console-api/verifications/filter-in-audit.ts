// Formats a filter for the audit log: `status:declined`, `created_from:2026-11-01T...`. Free text, such as a
// reference, is left out; then only the name of the filter is recorded. Pure.

import { toIso } from '../../kernel/clock.ts'
import { instantOfId } from '../../kernel/ids.ts'
import type { VerificationFilters } from './verification-filters.ts'

/**
 * Uses the names of the list's query; a name with several values comes once for each. Empty when there is no filter.
 */
export function filterInAudit(filter: VerificationFilters): readonly string[] {
  const { alternatives = [filter] } = filter
  return [...new Set(alternatives.flatMap(oneInAudit))]
}

function oneInAudit(filter: VerificationFilters): readonly string[] {
  const { idFrom, idBefore, scoringSkipped } = filter
  const codes = {
    status: filter.status,
    country: filter.country,
    id_type: filter.idType,
    band: filter.band,
    reason: filter.reason,
    review_state: filter.reviewState,
    scoring_skipped: scoringSkipped === undefined ? undefined : String(scoringSkipped),
    id: filter.id,
    created_from: idFrom && toIso(instantOfId(idFrom)),
    created_to: idBefore && toIso(instantOfId(idBefore)),
  }
  const withValues = Object.entries(codes).flatMap(([name, code]) =>
    code === undefined ? [] : [`${name}:${code}`],
  )
  return [
    ...withValues,
    ...(filter.externalRef === undefined ? [] : ['external_ref']),
    ...(filter.idNumberIndexes === undefined ? [] : ['id_number']),
  ]
}
