// State of a menu that was loaded because its button was pressed: it opens by itself. See menu-on-demand.tsx.

import { useEffect, useRef, useState } from 'react'

export function useOpenAtOnce() {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // With the focus on the button, where the menu returns it when it closes.
  useEffect(() => {
    button.current?.focus()
    setOpen(true)
  }, [])
  return { button, isOpen, setOpen }
}
