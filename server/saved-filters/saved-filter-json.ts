// The JSON of saved filters in the console API.

import { toIso } from '../kernel/clock.ts'
import type { UsableFilter } from './saved-filter.ts'

/** @param reader may remove shared filters of others, if `mayTidy` */
export function savedFilterJson(
  filter: UsableFilter,
  reader: { readonly userId: string; readonly mayTidy: boolean },
) {
  const isOwn = filter.ownerId === reader.userId
  return {
    id: filter.id,
    name: filter.name,
    filter: filter.parameters,
    shared: filter.isShared,
    owner: { id: filter.ownerId, name: filter.ownerName },
    /** Whether this user may rename, share and change it. */
    own: isOwn,
    removable: isOwn || reader.mayTidy,
    created_at: toIso(filter.createdAt),
  }
}

export type SavedFilterJson = ReturnType<typeof savedFilterJson>
