// A text field of the draft. It keeps what is typed to itself, so that a key press does not draw the whole page again:
// the draft learns at once whether there is text, and the text itself when the field is left.

import { Textarea, type TextareaProps } from '@mantine/core'
import { type Ref, startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'

interface DraftTextProps extends Omit<TextareaProps, 'value' | 'onChange' | 'onBlur'> {
  readonly ref?: Ref<HTMLTextAreaElement>
  readonly value: string
  readonly onWrite: (text: string) => void
}

export function DraftText({ value, onWrite, onKeyDown, ...props }: DraftTextProps) {
  const [text, setText] = useState(value)
  const typed = useRef(value)
  const known = useRef(value)
  useEffect(() => {
    if (value === known.current) return
    // Cleared by the page.
    known.current = value
    typed.current = value
    setText(value)
  }, [value])
  const write = () => {
    if (typed.current === known.current) return
    known.current = typed.current
    onWrite(typed.current)
  }
  const writeLast = useEffectEvent(write)
  useEffect(() => () => writeLast(), [])
  return (
    <Textarea
      {...props}
      value={text}
      onChange={({ currentTarget }) => {
        typed.current = currentTarget.value
        setText(currentTarget.value)
        // The letter is shown first, then the page around it is drawn.
        if (isEmpty(typed.current) !== isEmpty(known.current)) startTransition(write)
      }}
      onBlur={write}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) write()
        onKeyDown?.(event)
      }}
    />
  )
}

function isEmpty(text: string): boolean {
  return text.trim() === ''
}
