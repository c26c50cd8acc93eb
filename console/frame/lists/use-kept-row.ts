// The way back to a list leads to the row that was left: its link gets the focus, which brings it into sight.

import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useMemory } from '../use-memory.ts'

export interface KeptRow {
  readonly id: string
  /** The first row of the page that it stood on: a page that begins there still has it. */
  readonly firstId: string
}

/** Of this entry of the history: undefined where nothing was opened from it. */
export function useKeptRow(): KeptRow | undefined {
  const { key } = useLocation()
  return useMemory<KeptRow>('kept-rows').recall(key)
}

/** @returns what is to be told when a row is opened */
export function useRowReturn(
  frame: RefObject<HTMLElement | null>,
  items: readonly { readonly id: string }[],
): (id: string) => void {
  const { key } = useLocation()
  const { keep, recall } = useMemory<KeptRow>('kept-rows')
  /** Only once an entry of the history: later changes of the list leave the focus where it is. */
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
