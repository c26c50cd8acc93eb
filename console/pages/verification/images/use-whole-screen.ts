// Lets a part of the page fill the window and, where the browser allows it, the screen. It is the document
// that goes full screen, so that tooltips and dialogs are still seen over it.

import { useEffect, useState } from 'react'

export interface WholeScreen {
  readonly isWhole: boolean
  toggle(): void
  leave(): void
}

export function useWholeScreen(): WholeScreen {
  const [isWhole, setWhole] = useState(false)
  useEffect(() => {
    const onChange = () => {
      if (document.fullscreenElement === null) setWhole(false)
    }
    document.addEventListener('fullscreenchange', onChange)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      if (document.fullscreenElement !== null) document.exitFullscreen()
    }
  }, [])

  function enter(): void {
    setWhole(true)
    // Refused in a frame or by policy: filling the window is what is left then.
    document.documentElement.requestFullscreen?.().catch(() => {})
  }

  function leave(): void {
    setWhole(false)
    if (document.fullscreenElement !== null) document.exitFullscreen()
  }

  return { isWhole, leave, toggle: () => (isWhole ? leave() : enter()) }
}
