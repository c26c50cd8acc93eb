// Collapsible section; collapsed content is not rendered.

import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import classes from './developer.module.css'

interface CollapsibleProps {
  readonly title: ReactNode
  readonly isOpenAtFirst?: boolean
  readonly children: ReactNode
}

export function Collapsible({ title, isOpenAtFirst = false, children }: CollapsibleProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const id = useId()
  return (
    <div>
      <UnstyledButton
        className={classes.fold ?? ''}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronRight size={16} aria-hidden className="svc-points" />
        {title}
      </UnstyledButton>
      {isOpen && (
        <div id={id} className={classes.unfolded}>
          {children}
        </div>
      )}
    </div>
  )
}
