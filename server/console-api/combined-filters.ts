// Status, country and document asked for together stand in one index, in the order of ids. Where one of the
// three is left open, each of the few values it may have is asked for by itself.

import { documentTypes, markets } from '../markets/market.ts'
import { verificationStatuses } from '../verifications/verification.ts'
import type { CaseFilter } from './case-filter.ts'

/**
 * The filter with all three named, once for each value of the one that is not; together they pass what it
 * passes, and nothing twice. undefined where fewer than two are named, or something else leads better.
 */
export function combinationsOf(filter: CaseFilter): readonly CaseFilter[] | undefined {
  const { status, country, idType } = filter
  const named = [status, country, idType].filter((one) => one !== undefined)
  if (named.length < 2 || hasLead(filter)) return undefined
  if (status === undefined) return verificationStatuses.map((one) => ({ ...filter, status: one }))
  if (country === undefined) return markets.map((one) => ({ ...filter, country: one.country }))
  if (idType === undefined) return documentTypes.map((one) => ({ ...filter, idType: one }))
  return [filter]
}

/** What few verifications have, or one; and marks, which have an index of their own. */
function hasLead(filter: CaseFilter): boolean {
  const { band, reason, id, externalRef, idNumberIndexes, scoringSkipped } = filter
  const leads = [band, reason, id, externalRef, idNumberIndexes]
  return scoringSkipped === true || leads.some((one) => one !== undefined)
}
