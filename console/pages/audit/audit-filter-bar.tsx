// Filters of the audit log: actor, action, subject and dates.

import { Group, Select, TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeyNames, useUserNames } from '../../api/use-names.ts'
import { FilterBar } from '../../frame/lists/filter-bar.tsx'
import { DayField } from '../../frame/parts/day-field.tsx'
import classes from './audit.module.css'
import { auditActionGroups, isAuditAction } from './audit-actions.ts'
import { isIdText } from './id-shape.ts'
import type { AuditFilterState } from './use-audit-filter.ts'

export function AuditFilterBar({ filter }: { readonly filter: AuditFilterState }) {
  return (
    <FilterBar filters={filter} choices={[]}>
      <Group gap="xs" align="flex-start">
        <ActorField filter={filter} />
        <ActionField filter={filter} />
        <SubjectField key={filter.values.subject ?? ''} filter={filter} />
        <DayFields filter={filter} />
      </Group>
    </FilterBar>
  )
}

interface FieldProps {
  readonly filter: AuditFilterState
}

/** Includes the actor named in the address, known or not. A value that is no id gets an error. */
function ActorField({ filter: { values, set } }: FieldProps) {
  const { t } = useTranslation('audit')
  const people = optionsOf(useUserNames())
  const keys = optionsOf(useKeyNames())
  const { actor } = values
  const isKnown = actor === undefined || [...people, ...keys].some(({ value }) => value === actor)
  return (
    <Select
      className={classes.field ?? ''}
      label={t('column.actor')}
      placeholder={t('filter.anyone')}
      {...fieldLook}
      value={actor ?? null}
      error={actor !== undefined && !isIdText(actor) && t('filter.wrongId')}
      onChange={(chosen) => set('actor', chosen ?? undefined)}
      data={[
        { group: t('filter.people'), items: people },
        { group: t('filter.keys'), items: keys },
        ...(isKnown ? [] : [{ value: actor, label: actor }]),
      ]}
      nothingFoundMessage={t('filter.nothing')}
    />
  )
}

/** An action of the address that the log does not know stands there with an error. */
function ActionField({ filter: { values, set } }: FieldProps) {
  const { t } = useTranslation('audit')
  const { action } = values
  const isKnown = action === undefined || isAuditAction(action)
  return (
    <Select
      className={classes.wideField ?? ''}
      label={t('column.action')}
      placeholder={t('filter.anything')}
      {...fieldLook}
      value={action ?? null}
      error={!isKnown && t('filter.wrongAction')}
      onChange={(chosen) => set('action', chosen ?? undefined)}
      data={[
        ...auditActionGroups.map(({ feature, actions }) => ({
          group: t(`feature.${feature}`),
          items: actions.map((value) => ({ value, label: t(`action.${value}`) })),
        })),
        ...(isKnown ? [] : [{ value: action, label: action }]),
      ]}
      nothingFoundMessage={t('filter.nothing')}
    />
  )
}

/** Remounted when the address names another subject. */
function SubjectField({ filter: { values, set } }: FieldProps) {
  const { t } = useTranslation('audit')
  const [text, setText] = useState(values.subject ?? '')
  const wanted = text.trim()
  const isWrong = wanted !== '' && !isIdText(wanted)
  const [isTried, setTried] = useState(isWrong)
  function apply() {
    setTried(true)
    if (!isWrong) set('subject', wanted === '' ? undefined : wanted)
  }
  return (
    <TextInput
      className={classes.wideField ?? ''}
      size="xs"
      label={t('column.subject')}
      placeholder={t('filter.id')}
      value={text}
      error={isTried && isWrong && t('filter.wrongId')}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && apply()}
    />
  )
}

function DayFields({ filter: { values, set } }: FieldProps) {
  const { t } = useTranslation('audit')
  const { from, to } = values
  const isTurned = from !== undefined && to !== undefined && to < from
  return (['from', 'to'] as const).map((end) => (
    <DayField
      key={end}
      label={t(`filter.${end}`)}
      value={values[end] ?? ''}
      error={end === 'to' && isTurned ? t('filter.turned') : undefined}
      onChange={(day) => set(end, day || undefined)}
    />
  ))
}

const fieldLook = {
  size: 'xs',
  searchable: true,
  clearable: true,
  clearButtonProps: { size: 'sm' },
  maxDropdownHeight: 320,
  // The log has a hundred actions: their options, drawn unseen, were two thirds of the page.
  comboboxProps: { keepMounted: false },
} as const

function optionsOf(names: ReadonlyMap<string, string>) {
  return [...names].map(([value, label]) => ({ value, label }))
}
