// A text field of what is written but not sent. A key press draws this field alone.

import { Textarea, type TextareaProps } from '@mantine/core'
import type { Ref } from 'react'
import { useWritten, type Written } from './written.ts'

interface DraftTextProps extends Omit<TextareaProps, 'value' | 'onChange'> {
  readonly ref?: Ref<HTMLTextAreaElement>
  readonly written: Written
  readonly part: 'decision' | 'note' | 'findingNote'
  readonly onWrite: (text: string) => void
}

export function DraftText({ written, part, onWrite, ...props }: DraftTextProps) {
  return (
    <Textarea
      {...props}
      value={useWritten(written, (texts) => texts[part])}
      onChange={({ currentTarget }) => onWrite(currentTarget.value)}
    />
  )
}
