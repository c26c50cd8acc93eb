// Columns of the list of endpoints.

import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ConsoleWebhookJson } from '../../../server/console-api/webhooks/console-webhook-json.ts'
import type { Column } from '../../frame/lists/list-table.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { useShow } from '../../words/show.ts'
import { LastDay } from './last-day.tsx'
import { WebhookBadge } from './webhook-badge.tsx'
import classes from './webhooks.module.css'

export function useWebhookColumns(): readonly Column<ConsoleWebhookJson>[] {
  const { t } = useTranslation('webhooks')
  const show = useShow()
  return [
    { id: 'url', title: t('columns.url'), show: (item) => <Address item={item} /> },
    {
      id: 'status',
      title: t('columns.status'),
      show: (item) => <WebhookBadge webhook={item} />,
      width: 115,
    },
    {
      id: 'events',
      title: t('columns.events'),
      show: ({ events }) => <Events events={events} />,
      width: 190,
      fromWidth: 1100,
    },
    {
      id: 'lastDay',
      title: t('columns.lastDay'),
      show: ({ health }) => <LastDay day={health.last_day} />,
      width: 130,
      fromWidth: 900,
    },
    {
      id: 'delivered',
      title: t('columns.delivered'),
      show: ({ health: { last_delivered_at: at } }) =>
        at === null ? t('never') : <Instant at={at} isRelative />,
      width: 120,
      fromWidth: 900,
    },
    {
      id: 'pending',
      title: t('columns.pending'),
      show: ({ health }) => <span className="svc-number">{show.number(health.pending)}</span>,
      width: 90,
      align: 'end',
      fromWidth: 700,
    },
  ]
}

function Address({ item: { url, description } }: { readonly item: ConsoleWebhookJson }) {
  return (
    <>
      <span className={classes.address}>{url}</span>
      {description !== undefined && (
        <Text component="span" size="xs" c="dimmed" display="block" fw={400}>
          {description}
        </Text>
      )}
    </>
  )
}

export function Events({ events }: Pick<ConsoleWebhookJson, 'events'>) {
  return (
    <span className={classes.events}>
      {events.map((event) => (
        <span key={event} className="svc-mono">
          {event}
        </span>
      ))}
    </span>
  )
}
