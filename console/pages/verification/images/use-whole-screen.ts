// Lets a part of the page fill the window and, where allowed, the screen. The whole document goes
// full screen, so that tooltips and dialogs stay visible.

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
    // Refused in frames or by policy: it then fills the window only.
    document.documentElement.requestFullscreen?.().catch(() => {})
  }

  function leave(): void {
    setWhole(false)
    if (document.fullscreenElement !== null) document.exitFullscreen()
  }

  return { isWhole, leave, toggle: () => (isWhole ? leave() : enter()) }
}
