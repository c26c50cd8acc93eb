// Focuses the row that was opened when the user returns to a list.

import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useMemory } from '../use-memory.ts'

interface OpenedRow {
  readonly id: string
  /** First row of the list page it was on, which identifies that page. */
  readonly firstId: string
}

/** Of this history entry; undefined where no row was opened from it. */
export function useOpenedRow(): OpenedRow | undefined {
  const { key } = useLocation()
  return useMemory<OpenedRow>('kept-rows').recall(key)
}

/** Returns the callback for when a row is opened. */
export function useRowReturn(
  frame: RefObject<HTMLElement | null>,
  items: readonly { readonly id: string }[],
): (id: string) => void {
  const { key } = useLocation()
  const { keep, recall } = useMemory<OpenedRow>('kept-rows')
  /** Once per history entry: later changes of the list leave the focus alone. */
  const returned = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (items.length === 0 || returned.current === key) return
    returned.current = key
    const id = recall(key)?.id
    if (id === undefined) return
    const links = frame.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? []
    ;[...links].find((link) => link.dataset.rowLink === id)?.focus()
  })
  return (id) => keep(key, { id, firstId: items[0]?.id ?? id })
}
