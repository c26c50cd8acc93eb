// Menu items that download CSV, one for each column separator: first that which is usual in this language.

import { Menu } from '@mantine/core'
import { type Separator, separators, useSeparatorName, useUsualSeparator } from './separator.ts'

interface CsvItemsProps {
  /** Given the name of a separator. */
  readonly textOf?: (name: string) => string
  readonly onChoose: (separator: Separator) => void
}

export function CsvItems({ textOf = (name) => name, onChoose }: CsvItemsProps) {
  const nameOf = useSeparatorName()
  const usual = useUsualSeparator()
  return [usual, ...separators.filter((one) => one !== usual)].map((separator) => (
    <Menu.Item key={separator} onClick={() => onChoose(separator)}>
      {textOf(nameOf(separator))}
    </Menu.Item>
  ))
}
