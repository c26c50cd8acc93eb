// Columns of the delivery log.

import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DeliveryJson } from '../../../server/api/webhooks/delivery-api.ts'
import type { Column } from '../../frame/lists/list-table.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { useShow } from '../../words/show.ts'
import { DeliveryBadge } from './delivery-badge.tsx'
import { useOutcome } from './exchange-words.tsx'

export function useDeliveryColumns(): readonly Column<DeliveryJson>[] {
  const { t } = useTranslation('webhooks')
  const show = useShow()
  const outcome = useOutcome()
  return [
    { id: 'event', title: t('deliveries.event'), show: (item) => <Name item={item} /> },
    {
      id: 'status',
      title: t('columns.status'),
      show: ({ status }) => <DeliveryBadge status={status} />,
      width: 115,
    },
    {
      id: 'last',
      title: t('deliveries.last'),
      show: ({ attempts, last_status_code: status_code, last_error: error }) =>
        attempts === 0 ? t('deliveries.untried') : outcome({ status_code, error }),
      width: 140,
      fromWidth: 900,
    },
    {
      id: 'attempts',
      title: t('deliveries.attempts'),
      show: ({ attempts }) => <span className="svc-number">{show.number(attempts)}</span>,
      width: 90,
      align: 'end',
      fromWidth: 900,
    },
    {
      id: 'next',
      title: t('deliveries.next'),
      show: ({ next_attempt_at: at }) => (at === null ? '–' : <Instant at={at} isExact />),
      width: 176,
      fromWidth: 1100,
    },
    {
      id: 'created',
      title: t('deliveries.created'),
      show: ({ created_at: at }) => <Instant at={at} isExact />,
      width: 176,
      fromWidth: 700,
    },
  ]
}

function Name({ item }: { readonly item: DeliveryJson }) {
  return (
    <>
      <span className="svc-mono">{item.event}</span>
      <Text
        component="span"
        size="xs"
        c="dimmed"
        display="block"
        fw={400}
        className="svc-mono"
        style={{ fontSize: '0.7rem', whiteSpace: 'nowrap' }}
      >
        {item.verification_id ?? item.id}
      </Text>
    </>
  )
}
