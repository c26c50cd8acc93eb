// Button of a menu that is loaded when the button is first pressed: the first page is shown without it.

import { ActionIcon } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { useOnDemand } from './use-on-demand.ts'

interface MenuOnDemandProps {
  /** Of an icon that has no text. */
  readonly label?: string
  readonly icon: ReactNode
  readonly variant?: 'subtle' | 'transparent'
  /** Loads the menu, which shows the same button and opens by itself. */
  readonly load: () => Promise<ComponentType>
}

export function MenuOnDemand({ label, icon, variant = 'subtle', load }: MenuOnDemandProps) {
  const [Menu, open] = useOnDemand(load)
  if (Menu !== undefined) return <Menu />
  return (
    <ActionIcon
      variant={variant}
      color="gray"
      size="lg"
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={open}
    >
      {icon}
    </ActionIcon>
  )
}
