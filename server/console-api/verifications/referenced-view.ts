// Finds the verifications whose reference begins as a filter says. Their index is in the order of references, so those
// that begin alike are all read and sorted by id, unless they are very many.

import { countRows } from '../../db/count-rows.ts'
import { folded } from '../../db/folded.ts'
import type { Reader } from '../../db/transaction.ts'
import { endOfPrefix, foldText } from '../../kernel/fold-text.ts'
import { isSelective, type VerificationFilters } from './verification-filters.ts'

/**
 * Reading and sorting so many entries takes about 0.15 s, 0.5 s with other conditions. With more, a walk from the
 * newest verification on mostly meets enough of them sooner.
 */
const referencedMax = 200_000

export type ReferenceFilter = VerificationFilters & { readonly externalRef: string }

/** Whether a list with this filter is read by its reference: no selective filter leaves fewer to read. */
export function isReadByReference(filter: VerificationFilters): filter is ReferenceFilter {
  return filter.externalRef !== undefined && !isSelective(filter)
}

/**
 * Selects the ids of verifications whose reference begins as the filter says, up to one more than `referencedMax`. The
 * limit also keeps the database from merging this query into others.
 */
export function selectReferenced(
  db: Reader,
  { environment, externalRef, idFrom, idBefore }: ReferenceFilter,
) {
  const text = foldText(externalRef)
  const column = folded('external_ref')
  let query = db
    .selectFrom('verifications')
    .select('id')
    .where('environment', '=', environment)
    .where('external_ref', 'is not', null)
    .where(column, '>=', text)
    .where(column, '<', endOfPrefix(text))
  if (idFrom !== undefined) query = query.where('id', '>=', idFrom)
  if (idBefore !== undefined) query = query.where('id', '<', idBefore)
  return query.orderBy(column).limit(referencedMax + 1)
}

/** Returns how many there are within the filter's span of time; undefined for more than 200 000. */
export async function countReferenced(
  db: Reader,
  filter: ReferenceFilter,
): Promise<number | undefined> {
  const count = await countRows(db.selectFrom(selectReferenced(db, filter).as('referenced')))
  return count > referencedMax ? undefined : count
}
