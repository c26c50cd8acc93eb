// Menu of the choices of one setting, such as language or theme. Opens by itself; see menu-on-demand.tsx.

import { ActionIcon, Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useOpenAtOnce } from './use-open-at-once.ts'

interface Choice<Value extends string> {
  readonly value: Value
  readonly name: string
  /** Language of the name, if it is not the page's. */
  readonly lang?: string
}

interface ChoiceMenuProps<Value extends string> {
  readonly label: string
  readonly icon: ReactNode
  readonly choices: readonly Choice<Value>[]
  readonly chosen: string
  readonly onChoose: (value: Value) => void
}

export function ChoiceMenu<Value extends string>(props: ChoiceMenuProps<Value>) {
  const { label, icon, choices, chosen, onChoose } = props
  const { button, isOpen, setOpen } = useOpenAtOnce()
  return (
    <Menu position="bottom-end" withinPortal opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray" size="lg" aria-label={label}>
          {icon}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        {choices.map(({ value, name, lang }) => (
          <Menu.RadioItem
            key={value}
            {...(lang === undefined ? {} : { lang })}
            value={value}
            checked={value === chosen}
            checkIcon={<IconCheck size={16} aria-hidden />}
            closeMenuOnClick
            onChange={() => onChoose(value)}
          >
            {name}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
