// Menu of the columns of a list: hides and shows them.

import { Button, Menu } from '@mantine/core'
import { IconCheck, IconColumns3 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { HiddenColumns } from './use-hidden-columns.ts'

interface ColumnMenuProps {
  /** All columns; the first cannot be hidden. */
  readonly columns: readonly { readonly id: string; readonly title: string }[]
  readonly hidden: HiddenColumns
}

export function ColumnMenu({ columns, hidden }: ColumnMenuProps) {
  const { t } = useTranslation('frame')
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          leftSection={<IconColumns3 size={15} aria-hidden />}
        >
          {t('list.columns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('list.columns')}>
        {columns.slice(1).map(({ id, title }) => (
          <Menu.CheckboxItem
            key={id}
            checked={!hidden.ids.includes(id)}
            checkIcon={<IconCheck size={16} aria-hidden />}
            onChange={(isShown) => hidden.setHidden(id, !isShown)}
          >
            {title}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
