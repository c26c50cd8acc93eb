// How the audit log tells what a list was filtered by: `status:declined`, `created_from:2026-11-01T...`. A value
// that a client or a member has typed is left out; then only the name of the filter is told. Pure.

import { toIso } from '../kernel/clock.ts'
import { instantOfId } from '../kernel/ids.ts'
import type { CaseFilter } from './case-filter.ts'

/** Under the names that the list's query has for them; empty where nothing was filtered. */
export function filterInAudit(filter: CaseFilter): readonly string[] {
  const { idFrom, idBefore, scoringSkipped } = filter
  const codes = {
    status: filter.status,
    country: filter.country,
    id_type: filter.idType,
    band: filter.band,
    reason: filter.reason,
    scoring_skipped: scoringSkipped === undefined ? undefined : String(scoringSkipped),
    id: filter.id,
    created_from: idFrom && toIso(instantOfId(idFrom)),
    created_to: idBefore && toIso(instantOfId(idBefore)),
  }
  const told = Object.entries(codes).flatMap(([name, code]) =>
    code === undefined ? [] : [`${name}:${code}`],
  )
  return [
    ...told,
    ...(filter.externalRef === undefined ? [] : ['external_ref']),
    ...(filter.idNumberIndexes === undefined ? [] : ['id_number']),
  ]
}
