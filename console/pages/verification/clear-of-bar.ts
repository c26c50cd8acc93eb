// Keeps what has the focus in sight above the bar at the bottom of the window, whose height changes with what
// it says (WCAG 2.2, 2.4.11).

import { useEffect, useRef } from 'react'

/** Tells the style sheet of the columns how high their bar is, for the distance that is kept from it. */
export function useClearOfBar() {
  const columns = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const [page, below] = [columns.current, bar.current]
    if (page === null || below === null) return
    const reveal = () => {
      const { activeElement: focused } = document
      if (focused === null || !page.contains(focused) || below.contains(focused)) return
      // What was pressed is seen, and stays where it is: a picture may be dragged.
      if (!focused.matches(':focus-visible') || isBeside(focused, below)) return
      focused.scrollIntoView({ block: 'nearest' })
    }
    // Browsers bring a text field into sight by its caret alone, and after the event.
    const revealSoon = () => requestAnimationFrame(reveal)
    const observer = new ResizeObserver(() => {
      page.style.setProperty('--svc-decision-height', `${below.offsetHeight}px`)
      reveal()
    })
    observer.observe(below)
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
