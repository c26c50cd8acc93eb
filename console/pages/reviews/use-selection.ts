// The reviews that a lead selected in the queue, over all its pages, until the filter changes.

import { useState } from 'react'

export interface Selection {
  readonly ids: readonly string[]
  set(ids: readonly string[], isSelected: boolean): void
  clear(): void
}

/** @param filter another one empties the selection */
export function useSelection(filter: string): Selection {
  const [kept, setKept] = useState<{ filter: string; ids: readonly string[] }>({ filter, ids: [] })
  const ids = kept.filter === filter ? kept.ids : []
  return {
    ids,
    set(changed, isSelected) {
      const others = ids.filter((id) => !changed.includes(id))
      setKept({ filter, ids: isSelected ? [...others, ...changed] : others })
    },
    clear: () => setKept({ filter, ids: [] }),
  }
}
