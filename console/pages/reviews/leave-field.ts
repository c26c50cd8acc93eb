// Escape in a text field goes out of it, so that the keys of the page work again.

import type { KeyboardEvent } from 'react'

export function leaveField(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Escape') return
  event.preventDefault()
  event.currentTarget.blur()
}
