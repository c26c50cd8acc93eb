// The filters that a member has named and kept, in this browser alone. They hold codes and days, and nothing that
// names a person.

import { useState } from 'react'
import { useMe } from '../../api/session.ts'
import { keptKeyPrefix } from '../../frame/kept-keys.ts'

export interface SavedFilter {
  readonly name: string
  /** As in an address. */
  readonly text: string
}

export interface SavedFilters {
  readonly all: readonly SavedFilter[]
  /** Puts others in their place. */
  keep(filters: readonly SavedFilter[]): void
}

export const nameCharactersMax = 40
/** More would be no shortcut. */
export const savedMax = 20

export function useSavedFilters(): SavedFilters {
  const { user } = useMe()
  const key = `${keptKeyPrefix}filters-${user.id}`
  const [all, setAll] = useState(() => parse(localStorage.getItem(key)))
  return {
    all,
    keep(filters) {
      localStorage.setItem(key, JSON.stringify(filters))
      setAll(filters)
    },
  }
}

/** Whatever else somebody wrote there is nothing of ours. */
function parse(text: string | null): readonly SavedFilter[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(found) ? found.filter(isSaved) : []
  } catch {
    return []
  }
}

function isSaved(one: unknown): one is SavedFilter {
  if (typeof one !== 'object' || one === null || !('name' in one) || !('text' in one)) return false
  return typeof one.name === 'string' && typeof one.text === 'string'
}
