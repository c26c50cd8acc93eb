// The key that does the same, beside its button. Narrow windows are touched: there it is left out.

import { Kbd } from '@mantine/core'
import classes from './reviews.module.css'

export function KeyHint({ children }: { readonly children: string }) {
  return (
    <Kbd size="xs" className={classes.key} aria-hidden>
      {children}
    </Kbd>
  )
}
