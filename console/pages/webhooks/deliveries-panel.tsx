// Deliveries of one endpoint, with filter and replay.

import { ActionIcon, Button, Group, Text, Title, Tooltip } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeliveryJson } from '../../../server/api/webhooks/delivery-api.ts'
import type { ConsoleWebhookJson } from '../../../server/console-api/webhooks/console-webhook-json.ts'
import { useMay } from '../../api/session.ts'
import { useList } from '../../api/use-api.ts'
import { ListTable } from '../../frame/lists/list-table.tsx'
import { EmptyState } from '../../frame/parts/empty-state.tsx'
import { useDeliveryColumns } from './delivery-columns.tsx'
import { DeliveryFilterBar, queryOf, useDeliveryFilters } from './delivery-filter.tsx'
import { ReplayDeliveryDialog } from './replay-delivery-dialog.tsx'

const ReplayRangeDialog = lazy(async () => ({
  default: (await import('./replay-range-dialog.tsx')).ReplayRangeDialog,
}))

interface DeliveriesPanelProps {
  readonly webhookId: string
  /** undefined for a deleted endpoint, whose deliveries cannot be replayed. */
  readonly webhook: ConsoleWebhookJson | undefined
}

type Open = { readonly kind: 'range' } | { readonly kind: 'one'; readonly item: DeliveryJson }

export function DeliveriesPanel({ webhookId, webhook }: DeliveriesPanelProps) {
  const { t } = useTranslation('webhooks')
  const filters = useDeliveryFilters()
  const list = useList<DeliveryJson>(`/webhooks/${webhookId}/deliveries`, queryOf(filters.values))
  const columns = useDeliveryColumns()
  const mayReplay = useMay()('webhooks.manage') && webhook?.active === true
  const [open, setOpen] = useState<Open | undefined>(undefined)
  const close = () => setOpen(undefined)
  return (
    <div>
      <Group justify="space-between" align="flex-end" gap="sm" mb="sm">
        <div>
          <Title order={2}>{t('deliveries.title')}</Title>
          <Text c="dimmed" size="sm">
            {t('deliveries.text')}
          </Text>
        </div>
        <Group gap="xs">
          <Tooltip label={t('deliveries.refresh')}>
            <ActionIcon
              variant="default"
              size={30}
              aria-label={t('deliveries.refresh')}
              onClick={() => list.read.refetch()}
            >
              <IconRefresh size={16} />
            </ActionIcon>
          </Tooltip>
          {mayReplay && (
            <Button size="xs" variant="default" onClick={() => setOpen({ kind: 'range' })}>
              {t('replayRange.open')}
            </Button>
          )}
        </Group>
      </Group>
      <DeliveryFilterBar filters={filters} />
      <ListTable
        list={list}
        columns={columns}
        label={t('deliveries.title')}
        linkOf={({ id }) => `/webhooks/${webhookId}/deliveries/${id}`}
        empty={
          <EmptyState text={filters.isEmpty ? t('deliveries.empty') : t('deliveries.noMatch')} />
        }
        {...(mayReplay && {
          actions: (item: DeliveryJson) => (
            <Button
              size="compact-xs"
              h={24}
              variant="default"
              aria-label={t('replay.openNamed', { id: item.id })}
              onClick={() => setOpen({ kind: 'one', item })}
            >
              {t('replay.open')}
            </Button>
          ),
        })}
      />
      {open?.kind === 'one' && <ReplayDeliveryDialog delivery={open.item} onClose={close} />}
      <Suspense>
        {open?.kind === 'range' && webhook && (
          <ReplayRangeDialog webhook={webhook} onClose={close} />
        )}
      </Suspense>
    </div>
  )
}
