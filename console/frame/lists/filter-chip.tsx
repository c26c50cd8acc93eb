// Chip of one filter: its name, its value once set, and a button that removes it.

import { ActionIcon, Button, type ButtonProps, Group } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './filter-bar.module.css'

interface FilterChipProps {
  readonly label: string
  readonly isSet: boolean
  readonly onRemove: () => void
  /** The chip's button and what it opens. */
  readonly children: ReactNode
}

export function FilterChip({ label, isSet, onRemove, children }: FilterChipProps) {
  const { t } = useTranslation('frame')
  return (
    <Group gap={0} wrap="nowrap" maw="100%">
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

type ChipButtonProps = Pick<FilterChipProps, 'label'> & {
  /** As text; undefined where the filter is not set. */
  readonly value: string | undefined
  /** The chip only shows its filter and opens nothing. */
  readonly isFixed?: boolean
} & Omit<ButtonProps & ComponentPropsWithRef<'button'>, 'value'>

/** The button; takes the props that a menu or popover gives its target. */
export function ChipButton({ label, value, isFixed = false, ...rest }: ChipButtonProps) {
  const { t } = useTranslation('frame')
  const text = value === undefined ? label : t('list.set', { filter: label, value })
  if (isFixed) return <span className={classes.fixed}>{text}</span>
  return (
    <Button
      {...rest}
      size="xs"
      radius="xl"
      maw="100%"
      className={classes.chip ?? ''}
      variant={value === undefined ? 'default' : 'light'}
      rightSection={<IconChevronDown size={14} aria-hidden />}
    >
      {text}
    </Button>
  )
}
