// Deliveries of one endpoint, with filter and replay. Days are in the reader's time zone, both
// inclusive.

import { Button, Group, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeliveryJson } from '../../../server/api/webhooks/delivery-api.ts'
import type { ConsoleWebhookJson } from '../../../server/console-api/webhooks/console-webhook-json.ts'
import { deliveryStates } from '../../../server/deliveries/delivery.ts'
import { eventTypes } from '../../../server/events/event.ts'
import { isRefusedWith } from '../../api/refusal.ts'
import { useMay } from '../../api/session.ts'
import { useList } from '../../api/use-api.ts'
import { FilterBar } from '../../frame/lists/filter-bar.tsx'
import { type Column, ListTable } from '../../frame/lists/list-table.tsx'
import narrow from '../../frame/lists/narrow.module.css'
import { type Filters, useFilters } from '../../frame/lists/use-filters.ts'
import { BreakingName } from '../../frame/parts/breaking-name.tsx'
import { DayField } from '../../frame/parts/day-field.tsx'
import { EmptyState } from '../../frame/parts/empty-state.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { useShow } from '../../words/show.ts'
import { ReplayRangeDialog } from './replay-range-dialog.tsx'
import { StateBadge, useOutcome } from './states.tsx'
import classes from './webhooks.module.css'

const everyMs = 10_000

interface DeliveriesPanelProps {
  readonly webhookId: string
  /** undefined for a deleted endpoint, whose deliveries cannot be replayed. */
  readonly webhook: ConsoleWebhookJson | undefined
}

export function DeliveriesPanel({ webhookId, webhook }: DeliveriesPanelProps) {
  const { t } = useTranslation('webhooks')
  const filters = useFilters(names)
  const { status, event, from, to, verification } = filters.values
  const span = { event, created_from: startOf(from), created_to: startOf(to, 1) }
  const query = { ...span, status, verification_id: verification }
  const list = useList<DeliveryJson>(`/webhooks/${webhookId}/deliveries`, query, { everyMs })
  const [isReplaying, setReplaying] = useState(false)
  const mayReplay = useMay()('webhooks.manage') && webhook?.active && !verification
  const columns = useColumns()
  // The page says so already.
  if (webhook === undefined && isRefusedWith(list.read.error, 'not_found')) return null
  return (
    <div>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{t('deliveries.title')}</Title>
        {mayReplay && (
          <Button size="xs" variant="default" onClick={() => setReplaying(true)}>
            {t('replayRange.open')}
          </Button>
        )}
      </Group>
      <Filter filters={filters} />
      <ListTable
        list={list}
        columns={columns}
        label={t('deliveries.title')}
        linkOf={({ id }) => `/webhooks/${webhookId}/deliveries/${id}`}
        empty={<EmptyState text={t(filters.isEmpty ? 'deliveries.none' : 'deliveries.noMatch')} />}
      />
      {isReplaying && (
        <ReplayRangeDialog
          path={`/webhooks/${webhookId}/deliveries/replay`}
          filter={{ ...span, status }}
          onClose={() => setReplaying(false)}
        />
      )}
    </div>
  )
}

const names = ['status', 'event', 'from', 'to', 'verification'] as const

interface FilterProps {
  readonly filters: Filters<(typeof names)[number]>
}

function Filter({ filters }: FilterProps) {
  const { t } = useTranslation('webhooks')
  const { from, to } = filters.values
  const isTurned = from !== undefined && to !== undefined && to < from
  return (
    <FilterBar
      filters={filters}
      choices={[
        {
          name: 'status',
          label: t('status'),
          options: deliveryStates.map((value) => ({ value, label: t(`state.${value}`) })),
        },
        {
          name: 'event',
          label: t('event'),
          options: eventTypes.map((value) => ({ value, label: value })),
        },
      ]}
    >
      <Group gap="xs" align="flex-end">
        {(['from', 'to'] as const).map((end) => (
          <DayField
            key={end}
            label={t(`deliveries.${end}`)}
            value={filters.values[end] ?? ''}
            error={end === 'to' && isTurned ? t('deliveries.turned') : undefined}
            onChange={(day) => filters.set(end, day || undefined)}
          />
        ))}
      </Group>
      <VerificationField key={filters.values.verification ?? ''} filters={filters} />
    </FilterBar>
  )
}

/** Applied when it is left, or with Enter; mounted again where the address names another one. */
function VerificationField({ filters }: FilterProps) {
  const { t } = useTranslation('webhooks')
  const apply = (text: string) => filters.set('verification', text.trim() || undefined)
  return (
    <TextInput
      size="xs"
      w={220}
      maxLength={60}
      spellCheck={false}
      label={t('verification')}
      dir="ltr"
      placeholder="ver_…"
      defaultValue={filters.values.verification ?? ''}
      onBlur={(event) => apply(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && apply(event.currentTarget.value)}
    />
  )
}

/** For the server, whose spans end before their end; undefined for anything that is not a day. */
function startOf(day: string | undefined, plusDays = 0): string | undefined {
  const start = new Date(`${day}T00:00`)
  start.setDate(start.getDate() + plusDays)
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString()
}

/** In narrow windows the first two also hold the values of hidden columns. */
function useColumns(): readonly Column<DeliveryJson>[] {
  const { t } = useTranslation('webhooks')
  const show = useShow()
  const outcome = useOutcome()
  const resultOf = ({
    attempts,
    last_status_code: status_code,
    last_error: error,
  }: DeliveryJson) => (attempts === 0 ? '–' : outcome({ status_code, error }))
  return [
    {
      id: 'event',
      title: t('event'),
      show: ({ event, id, verification_id, created_at: at }) => (
        <>
          <span className="svc-mono">
            <BreakingName name={event} />
            <Text component="span" size="0.7rem" c="dimmed" display="block">
              {verification_id ?? id}
            </Text>
          </span>
          <span className={`${classes.below} ${narrow.until700}`}>
            <Instant at={at} isExact />
          </span>
        </>
      ),
    },
    {
      id: 'status',
      title: t('status'),
      show: (delivery) => (
        <>
          <StateBadge state={delivery.status} />
          <span className={`${classes.below} ${narrow.until900}`}>{resultOf(delivery)}</span>
        </>
      ),
      width: 115,
    },
    {
      id: 'last',
      title: t('deliveries.last'),
      show: resultOf,
      width: 170,
      fromWidth: 900,
    },
    {
      id: 'attempts',
      title: t('attempts.label'),
      show: ({ attempts }) => <span className="svc-number">{show.number(attempts)}</span>,
      width: 90,
      align: 'end',
      fromWidth: 900,
    },
    {
      id: 'created',
      title: t('created'),
      show: ({ created_at: at }) => <Instant at={at} isExact />,
      width: 176,
      fromWidth: 700,
    },
  ]
}
