// Filter bar above a list: one chip per filter with its value, a button that clears all, and the
// count if known.

import { Button, Group, Menu, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useShow } from '../../words/show.ts'
import classes from './filter-bar.module.css'
import { ChipButton, FilterChip } from './filter-chip.tsx'
import type { Filters } from './use-filters.ts'

interface FilterChoice<Name extends string> {
  readonly name: Name
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** Several values may be chosen; the address has them with commas between them. */
  readonly isSeveral?: boolean
}

interface FilterBarProps<Name extends string> {
  readonly filters: Filters<Name>
  readonly choices: readonly FilterChoice<Name>[]
  /** Other filters, such as a date field. */
  readonly children?: ReactNode
  /** The number of items, as text. */
  readonly count?: string
}

export function FilterBar<Name extends string>(props: FilterBarProps<Name>) {
  const { filters, choices, children, count } = props
  const { t } = useTranslation('frame')
  return (
    <Group gap="xs" mb="sm" align="flex-end" role="group" aria-label={t('list.filter')}>
      {choices.map((choice) => (
        <Chip
          key={choice.name}
          choice={choice}
          value={filters.values[choice.name]}
          onChange={(next) => filters.change(choice.name, next)}
        />
      ))}
      {children}
      {!filters.isEmpty && (
        <Button size="xs" variant="subtle" onClick={() => filters.clear()}>
          {t('list.clear')}
        </Button>
      )}
      {count !== undefined && (
        <Text role="status" size="sm" c="dimmed" ms="auto" className="svc-number">
          {count}
        </Text>
      )}
    </Group>
  )
}

interface ChipProps {
  readonly choice: FilterChoice<string>
  readonly value: string | undefined
  readonly onChange: (next: (value: string | undefined) => string | undefined) => void
}

function Chip({ choice, value, onChange }: ChipProps) {
  const { label, options, isSeveral = false } = choice
  const given = isSeveral ? (value?.split(',') ?? []) : [value]
  const chosen = options.filter((option) => given.includes(option.value))
  const shown = useShownValues(chosen.map((option) => option.label))
  return (
    <FilterChip label={label} isSet={chosen.length > 0} onRemove={() => onChange(() => undefined)}>
      <Menu position="bottom-start" closeOnItemClick={!isSeveral}>
        <Menu.Target>
          <ChipButton label={label} value={shown} />
        </Menu.Target>
        <Menu.Dropdown aria-label={label} className={classes.options ?? ''}>
          {options.map((option) =>
            isSeveral ? (
              <Menu.CheckboxItem
                key={option.value}
                checked={given.includes(option.value)}
                checkIcon={<IconCheck size={16} aria-hidden />}
                onChange={() => onChange((now) => toggled(option.value, now, options))}
              >
                {option.label}
              </Menu.CheckboxItem>
            ) : (
              <Menu.RadioItem
                key={option.value}
                value={option.value}
                checked={option.value === value}
                checkIcon={<IconCheck size={16} aria-hidden />}
                closeMenuOnClick
                onChange={(one) => onChange(() => one)}
              >
                {option.label}
              </Menu.RadioItem>
            ),
          )}
        </Menu.Dropdown>
      </Menu>
    </FilterChip>
  )
}

/** Values that are no option are dropped. */
function toggled(one: string, value: string | undefined, options: FilterChoice<string>['options']) {
  const given = value?.split(',') ?? []
  const chosen = options.map((option) => option.value).filter((other) => given.includes(other))
  const isChosen = chosen.includes(one)
  return (isChosen ? chosen.filter((other) => other !== one) : [...chosen, one]).join(',')
}

const namedMax = 2

/** A few values by name, more by their number. */
function useShownValues(labels: readonly string[]): string | undefined {
  const { t } = useTranslation('frame')
  const show = useShow()
  if (labels.length === 0) return undefined
  return labels.length > namedMax ? t('list.several', { count: labels.length }) : show.list(labels)
}
