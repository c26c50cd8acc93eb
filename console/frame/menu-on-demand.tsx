// Button of a menu that is loaded when the button is first pressed: the first page is shown without it.

import { ActionIcon } from '@mantine/core'
import { type ComponentType, type ReactNode, useState } from 'react'

interface MenuOnDemandProps {
  readonly label: string
  readonly icon: ReactNode
  /** Loads the menu, which shows the same button and opens by itself. */
  readonly load: () => Promise<ComponentType>
}

export function MenuOnDemand({ label, icon, load }: MenuOnDemandProps) {
  const [Menu, setMenu] = useState<ComponentType | undefined>(undefined)
  if (Menu !== undefined) return <Menu />
  // If it cannot be loaded, the button stays and can be pressed again.
  const open = () =>
    load().then(
      (loaded) => setMenu(() => loaded),
      () => undefined,
    )
  return (
    <ActionIcon
      variant="subtle"
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
