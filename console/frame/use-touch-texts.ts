// Shows by a touch what a pointer shows on hover. Its part is loaded where there is a touch screen.

import { useEffect } from 'react'

export function useTouchTexts(): void {
  useEffect(() => {
    if (navigator.maxTouchPoints === 0) return
    let isOver = false
    let end = () => {
      isOver = true
    }
    const start = ({ startTouchTexts }: typeof import('./touch-texts.ts')) => {
      if (!isOver) end = startTouchTexts()
    }
    import('./touch-texts.ts').then(start, () => undefined)
    return () => end()
  }, [])
}
