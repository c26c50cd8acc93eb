// Shortcut shown beside a button; hidden in narrow windows, which are touched.

import { Kbd } from '@mantine/core'
import classes from './reviews.module.css'

export function KeyHint({ children }: { readonly children: string }) {
  return (
    <Kbd size="xs" className={classes.key} aria-hidden>
      {children}
    </Kbd>
  )
}
