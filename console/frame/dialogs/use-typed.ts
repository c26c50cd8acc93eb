// Whether the text fields of a dialog hold something else than when they were first focused.

import { type FocusEvent, useRef } from 'react'

type TextField = HTMLInputElement | HTMLTextAreaElement

interface Typed {
  readonly onFocus: (event: FocusEvent) => void
  /** False for text that was sent: its field is gone or holds it no longer. */
  readonly isThere: () => boolean
}

/** Boxes, choices and fields that can only be read hold nothing that was typed. */
export function useTyped(): Typed {
  const before = useRef(new Map<TextField, string>())
  return {
    onFocus({ target }) {
      if (isTextField(target) && !before.current.has(target)) {
        before.current.set(target, target.value)
      }
    },
    isThere: () =>
      [...before.current].some(([field, value]) => field.isConnected && field.value !== value),
  }
}

function isTextField(target: EventTarget): target is TextField {
  if (target instanceof HTMLTextAreaElement) return !target.readOnly
  if (!(target instanceof HTMLInputElement) || target.readOnly) return false
  return !untyped.includes(target.type) && target.getAttribute('aria-haspopup') !== 'listbox'
}

const untyped = ['checkbox', 'radio', 'file', 'range']
