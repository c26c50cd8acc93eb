// Reads the saved filters that a user can use on a list, with the names of their owners.

import type { Reader } from '../db/transaction.ts'
import {
  type FilteredList,
  filtersPerUserMax,
  sharedPerListMax,
  type UsableFilter,
} from './saved-filter.ts'
import { toSavedFilter } from './saved-filter-store.ts'

/** The user's own first, then those that others share; each by name. */
export async function listUsableFilters(
  db: Reader,
  { list, userId }: { readonly list: FilteredList; readonly userId: string },
): Promise<readonly UsableFilter[]> {
  const filters = db
    .selectFrom('saved_filters as filter')
    .innerJoin('users as owner', 'owner.id', 'filter.owner_id')
    .selectAll('filter')
    .select('owner.name as owner_name')
    .where('filter.list', '=', list)
    .orderBy('filter.name')
    .orderBy('filter.id')
  const own = await filters.where('filter.owner_id', '=', userId).limit(filtersPerUserMax).execute()
  const shared = await filters
    .where('filter.is_shared', '=', 1)
    .where('filter.owner_id', '!=', userId)
    .limit(sharedPerListMax)
    .execute()
  return [...own, ...shared].map((row) => ({ ...toSavedFilter(row), ownerName: row.owner_name }))
}
