// Keeps what has the focus in sight above the bar at the bottom of the window, whose height changes with what
// it says (WCAG 2.2, 2.4.11).

import { useEffect, useRef } from 'react'

/** Tells the style sheet of the column how high its bar is. */
export function useClearOfBar() {
  const side = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const [column, below] = [side.current, bar.current]
    if (column === null || below === null) return
    const observer = new ResizeObserver(() => {
      column.style.setProperty('--svc-decision-height', `${below.offsetHeight}px`)
      const { activeElement: focused } = document
      if (focused === null || !column.contains(focused) || below.contains(focused)) return
      focused.scrollIntoView({ block: 'nearest' })
    })
    observer.observe(below)
    return () => observer.disconnect()
  }, [])
  return { side, bar }
}
