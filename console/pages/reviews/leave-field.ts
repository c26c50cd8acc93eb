// Escape leaves a text field, so that page shortcuts work again.

import type { KeyboardEvent } from 'react'

export function leaveField(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Escape') return
  event.preventDefault()
  event.currentTarget.blur()
}
