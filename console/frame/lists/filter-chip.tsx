// One chip of the filter above a list: what it filters by and, once set, which value, with a cross that
// takes it away.

import { ActionIcon, Button, type ButtonProps, Group } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './filter-bar.module.css'

export interface FilterChipProps {
  readonly label: string
  readonly isSet: boolean
  readonly onRemove: () => void
  /** What is pressed, and what that opens. */
  readonly children: ReactNode
}

export function FilterChip({ label, isSet, onRemove, children }: FilterChipProps) {
  const { t } = useTranslation('frame')
  return (
    <Group gap={0} wrap="nowrap">
      {children}
      {isSet && (
        <ActionIcon
          variant="subtle"
          color="gray"
          radius="xl"
          size={24}
          aria-label={t('list.without', { filter: label })}
          onClick={onRemove}
        >
          <IconX size={14} />
        </ActionIcon>
      )}
    </Group>
  )
}

export type ChipButtonProps = Pick<FilterChipProps, 'label'> & {
  /** In words; undefined where it does not filter. */
  readonly value: string | undefined
  /** It only says what it filters by: nothing opens. */
  readonly isFixed?: boolean
} & Omit<ButtonProps & ComponentPropsWithRef<'button'>, 'value'>

/** The pressed part; takes what a menu or popover gives its target. */
export function ChipButton({ label, value, isFixed = false, ...rest }: ChipButtonProps) {
  const { t } = useTranslation('frame')
  const text = value === undefined ? label : t('list.set', { filter: label, value })
  if (isFixed) return <span className={classes.fixed}>{text}</span>
  return (
    <Button
      {...rest}
      size="xs"
      radius="xl"
      variant={value === undefined ? 'default' : 'light'}
      rightSection={<IconChevronDown size={14} aria-hidden />}
    >
      {text}
    </Button>
  )
}
