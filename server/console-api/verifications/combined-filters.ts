// Expands a filter to fit the index on status, country and document type, which is in the order of ids. If one of the
// three is missing, each of its few values is queried separately.

import { documentTypes, markets } from '../../markets/market.ts'
import { verificationStatuses } from '../../verifications/verification.ts'
import type { VerificationFilters } from './verification-filters.ts'

/**
 * Returns filters that set all three fields, one for each value of the missing field; together they match the same
 * verifications, without duplicates. undefined if fewer than two fields are set, or another index is better.
 */
export function combinationsOf(
  filter: VerificationFilters,
): readonly VerificationFilters[] | undefined {
  const { status, country, idType } = filter
  const given = [status, country, idType].filter((value) => value !== undefined)
  if (given.length < 2 || hasBetterIndex(filter)) return undefined
  if (status === undefined) return verificationStatuses.map((one) => ({ ...filter, status: one }))
  if (country === undefined) return markets.map((one) => ({ ...filter, country: one.country }))
  if (idType === undefined) return documentTypes.map((one) => ({ ...filter, idType: one }))
  return [filter]
}

/** Whether the filter has a field that matches few verifications, or a tag, which has its own index. */
function hasBetterIndex(filter: VerificationFilters): boolean {
  const { band, reason, reviewState, id, externalRef, idNumberIndexes, scoringSkipped } = filter
  const selective = [band, reason, reviewState, id, externalRef, idNumberIndexes]
  return scoringSkipped === true || selective.some((value) => value !== undefined)
}
