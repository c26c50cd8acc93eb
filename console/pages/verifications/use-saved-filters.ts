// Filters saved by the user, in this browser only. They contain codes and days, nothing that
// identifies a person.

import { useState } from 'react'
import { useMe } from '../../api/session.ts'
import { keptKeyPrefix } from '../../frame/kept-keys.ts'

interface SavedFilter {
  readonly name: string
  /** In the form of the address. */
  readonly text: string
}

export interface SavedFilters {
  readonly all: readonly SavedFilter[]
  /** Replaces all saved filters. */
  keep(filters: readonly SavedFilter[]): void
}

export const nameCharactersMax = 40
/** Maximum number of saved filters. */
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

/** Ignores anything else in the storage. */
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
