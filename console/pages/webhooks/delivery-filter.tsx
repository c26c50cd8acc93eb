// Filters of the delivery log. Days are in the reader's time zone, both inclusive.

import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deliveryStates } from '../../../server/deliveries/delivery.ts'
import { eventTypes } from '../../../server/events/event.ts'
import type { Query } from '../../api/api-client.ts'
import { FilterBar } from '../../frame/lists/filter-bar.tsx'
import { type Filters, useFilters } from '../../frame/lists/use-filters.ts'
import { DayField } from '../../frame/parts/day-field.tsx'

const names = ['status', 'event', 'from', 'to', 'verification'] as const
type Name = (typeof names)[number]

export function useDeliveryFilters(): Filters<Name> {
  return useFilters(names)
}

/** For the server: the end is exclusive. */
export function queryOf(values: Filters<Name>['values']): Query {
  return {
    status: values.status,
    event: values.event,
    verification_id: values.verification,
    created_from: startOfDay(values.from, 0),
    created_to: startOfDay(values.to, 1),
  }
}

export function DeliveryFilterBar({ filters }: { readonly filters: Filters<Name> }) {
  const { t } = useTranslation('webhooks')
  const { from, to } = filters.values
  const isTurned = from !== undefined && to !== undefined && to < from
  return (
    <FilterBar
      filters={filters}
      choices={[
        {
          name: 'status',
          label: t('columns.status'),
          options: deliveryStates.map((value) => ({ value, label: t(`deliveryState.${value}`) })),
        },
        {
          name: 'event',
          label: t('deliveries.event'),
          options: eventTypes.map((value) => ({ value, label: value })),
        },
      ]}
    >
      {(['from', 'to'] as const).map((end) => (
        <DayField
          key={end}
          label={t(`deliveries.${end}`)}
          value={filters.values[end] ?? ''}
          error={end === 'to' && isTurned ? t('deliveries.turned') : undefined}
          onChange={(day) => filters.set(end, day || undefined)}
        />
      ))}
      <VerificationField filters={filters} />
    </FilterBar>
  )
}

/** Applied once a complete id is typed. */
function VerificationField({ filters }: { readonly filters: Filters<Name> }) {
  const { t } = useTranslation('webhooks')
  const set = filters.values.verification
  const [text, setText] = useState(set ?? '')
  const [known, setKnown] = useState(set)
  if (known !== set) {
    setKnown(set)
    setText(set ?? '')
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        filters.set('verification', text.trim() || undefined)
      }}
    >
      <TextInput
        size="xs"
        w={220}
        maxLength={60}
        spellCheck={false}
        label={t('deliveries.verification')}
        placeholder={t('deliveries.verificationHint')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => filters.set('verification', text.trim() || undefined)}
      />
    </form>
  )
}

/** Start of the day `plusDays` later; undefined for anything that is not a day. */
function startOfDay(day: string | undefined, plusDays: number): string | undefined {
  if (day === undefined || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const start = new Date(year, month - 1, date + plusDays)
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString()
}
