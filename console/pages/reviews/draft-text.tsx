// A text field of what is written but not sent. The browser keeps its text and its height: a key press draws nothing.

import { Textarea, type TextareaProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { type Ref, useEffect, useRef, useState } from 'react'
import classes from './draft-text.module.css'
import type { Written } from './written.ts'

interface DraftTextProps extends Omit<TextareaProps, 'value' | 'defaultValue' | 'onChange'> {
  readonly ref?: Ref<HTMLTextAreaElement>
  readonly written: Written
  readonly part: 'decision' | 'note' | 'findingNote'
  readonly onWrite: (text: string) => void
}

export function DraftText({ ref, written, part, onWrite, ...props }: DraftTextProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [atFirst] = useState(() => written.texts()[part])
  // What was sent or dropped leaves the field, too.
  useEffect(
    () =>
      written.subscribe(() => {
        const text = written.texts()[part]
        if (field.current !== null && field.current.value !== text) field.current.value = text
      }),
    [written, part],
  )
  return (
    <Textarea
      {...props}
      ref={useMergedRef(field, ref)}
      classNames={{ root: classes.root ?? '', input: classes.input ?? '' }}
      defaultValue={atFirst}
      onChange={({ currentTarget }) => onWrite(currentTarget.value)}
    />
  )
}
