// Footer of a dialog with its buttons, the action last; stays visible however long the dialog is.

import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dialog.module.css'

export function DialogEnding({ children }: { readonly children: ReactNode }) {
  return (
    <Group justify="flex-end" gap="xs" className={classes.ending ?? ''}>
      {children}
    </Group>
  )
}
