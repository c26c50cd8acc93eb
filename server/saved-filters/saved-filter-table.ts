// Row of `saved_filters`.

import type { Flag } from '../db/columns.ts'
import type { FilteredList } from './saved-filter.ts'

export interface SavedFilterTable {
  id: string
  owner_id: string
  list: FilteredList
  name: string
  /** JSON: value by parameter. */
  parameters: string
  is_shared: Flag
  created_at: number
}
