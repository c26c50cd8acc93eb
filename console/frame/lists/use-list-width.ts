// The width that decides which columns a list has: the window's, and no limit on paper, where no style shows below a
// row's name what a column holds.

import { useViewportSize } from '@mantine/hooks'
import { useSyncExternalStore } from 'react'

/** In pixels. */
export function useListWidth(): number {
  const { width } = useViewportSize()
  return useSyncExternalStore(subscribe, () => isPrinting) ? Number.POSITIVE_INFINITY : width
}

let isPrinting = false

function subscribe(onChange: () => void): () => void {
  const change = ({ type }: Event) => {
    isPrinting = type === 'beforeprint'
    onChange()
  }
  addEventListener('beforeprint', change)
  addEventListener('afterprint', change)
  return () => {
    removeEventListener('beforeprint', change)
    removeEventListener('afterprint', change)
  }
}
