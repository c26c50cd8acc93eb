// Link of a list beside a long page, to a part of that page.

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './section-link.module.css'

interface SectionLinkProps {
  /** Fragment of the address, without `#`. */
  readonly hash: string
  readonly isOpen: boolean
  readonly children: ReactNode
}

export function SectionLink({ hash, isOpen, children }: SectionLinkProps) {
  return (
    <Link to={{ hash }} className={classes.link} aria-current={isOpen ? 'true' : undefined}>
      {children}
    </Link>
  )
}
