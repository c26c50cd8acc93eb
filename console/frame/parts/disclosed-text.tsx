// A few words that show the whole text on a press: by pointer, finger or key. A text on hover alone would be out of
// reach of the last two.

import { Popover, Text, UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './disclosed-text.module.css'

interface DisclosedTextProps {
  /** What the press shows. */
  readonly text: string
  readonly isCode?: boolean
  /** The words that are always there. */
  readonly children: ReactNode
}

export function DisclosedText({ text, isCode = false, children }: DisclosedTextProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md">
      <Popover.Target>
        <UnstyledButton
          className={classes.button ?? ''}
          title={text}
          onClick={() => setOpen(!isOpen)}
          onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
        >
          {children}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown maw="min(420px, calc(100vw - 24px))" p="sm">
        <Text size="sm" component="span" className={`svc-typed${isCode ? ' svc-mono' : ''}`}>
          {text}
        </Text>
      </Popover.Dropdown>
    </Popover>
  )
}
