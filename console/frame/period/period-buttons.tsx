// One button for each period that is offered, the chosen one pressed.

import { Button } from '@mantine/core'

interface PeriodButtonsProps<Name extends string> {
  readonly names: readonly Name[]
  readonly chosen: Name
  readonly textOf: (name: Name) => string
  readonly onChoose: (name: Name) => void
}

export function PeriodButtons<Name extends string>(props: PeriodButtonsProps<Name>) {
  const { names, chosen, textOf, onChoose } = props
  return names.map((name) => (
    <Button
      key={name}
      size="xs"
      radius="xl"
      variant={name === chosen ? 'light' : 'default'}
      aria-pressed={name === chosen}
      onClick={() => onChoose(name)}
    >
      {textOf(name)}
    </Button>
  ))
}
