// Keeps the focused element between the strip of values at the top of the window and the bar at its bottom, whose
// heights vary (WCAG 2.2, 2.4.11).

import { useEffect, useRef } from 'react'

/** Publishes the heights of the strip and the bar to the style sheet of the columns. */
export function useFocusAboveBar() {
  const columns = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const [page, below] = [columns.current, bar.current]
    if (page === null || below === null) return
    const reveal = () => {
      const { activeElement: focused } = document
      if (focused === null || !page.contains(focused) || below.contains(focused)) return
      // Elements focused by pointer are visible already and must not move: a photo may be dragged.
      if (!focused.matches(':focus-visible') || isBeside(focused, below)) return
      focused.scrollIntoView({ block: 'nearest' })
    }
    // Browsers scroll a text field to its caret, and only after the event.
    const revealSoon = () => requestAnimationFrame(reveal)
    const strip = page.querySelector<HTMLElement>('[data-strip]')
    const observer = new ResizeObserver(() => {
      page.style.setProperty('--svc-decision-height', `${below.offsetHeight}px`)
      page.style.setProperty('--svc-strip-height', `${strip?.offsetHeight ?? 0}px`)
      reveal()
    })
    observer.observe(below)
    if (strip !== null) observer.observe(strip)
    page.addEventListener('focusin', revealSoon)
    return () => {
      observer.disconnect()
      page.removeEventListener('focusin', revealSoon)
    }
  }, [])
  return { columns, bar }
}

function isBeside(one: Element, other: Element): boolean {
  const [first, second] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
  return first.right <= second.left || first.left >= second.right
}
