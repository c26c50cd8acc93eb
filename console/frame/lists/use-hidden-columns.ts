// The columns of a list that the user hides, kept in this browser for each user.

import { useState } from 'react'
import { useMe } from '../../api/session.ts'
import { keptKeyPrefix } from '../kept-keys.ts'
import type { Column } from './list-table.tsx'

export interface HiddenColumns {
  readonly ids: readonly string[]
  setHidden(id: string, isHidden: boolean): void
}

export function useHiddenColumns(list: string): HiddenColumns {
  const { user } = useMe()
  const key = `${keptKeyPrefix}columns-${list}-${user.id}`
  const [ids, setIds] = useState(() => parse(localStorage.getItem(key)))
  return {
    ids,
    setHidden(id, isHidden) {
      // Another tab may have changed them since they were drawn.
      const before = parse(localStorage.getItem(key))
      const changed = [...before.filter((one) => one !== id), ...(isHidden ? [id] : [])]
      localStorage.setItem(key, JSON.stringify(changed))
      setIds(changed)
    },
  }
}

/** The first column, which names the item, always stays. */
export function shownColumns<Item>(
  columns: readonly Column<Item>[],
  { ids }: HiddenColumns,
): readonly Column<Item>[] {
  return columns.filter(({ id }, index) => index === 0 || !ids.includes(id))
}

/** Ignores anything else in the storage. */
function parse(text: string | null): readonly string[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}
