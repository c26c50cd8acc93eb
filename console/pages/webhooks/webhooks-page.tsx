// Webhook endpoints of one environment, with their health, and how to add one.

import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ConsoleWebhookJson } from '../../../server/console-api/webhooks/console-webhook-json.ts'
import { useMay } from '../../api/session.ts'
import { useList } from '../../api/use-api.ts'
import { useEnvironment } from '../../frame/environment.tsx'
import { ListTable } from '../../frame/lists/list-table.tsx'
import { EmptyState } from '../../frame/parts/empty-state.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import { useWebhookColumns } from './webhook-columns.tsx'

const CreateWebhookDialog = lazy(async () => ({
  default: (await import('./create-webhook-dialog.tsx')).CreateWebhookDialog,
}))
const TestDialog = lazy(async () => ({
  default: (await import('./test-dialog.tsx')).TestDialog,
}))

type Open =
  | { readonly kind: 'create' }
  | { readonly kind: 'test'; readonly item: ConsoleWebhookJson }

export function WebhooksPage() {
  const { t } = useTranslation('webhooks')
  const { t: tFrame } = useTranslation('frame')
  const { environment } = useEnvironment()
  const mayManage = useMay()('webhooks.manage')
  const list = useList<ConsoleWebhookJson>('/webhooks', { environment })
  const columns = useWebhookColumns()
  const [open, setOpen] = useState<Open | undefined>(undefined)
  const close = () => setOpen(undefined)
  const create = mayManage && (
    <Button onClick={() => setOpen({ kind: 'create' })}>{t('create.open')}</Button>
  )
  return (
    <>
      <PageHeader
        title={tFrame('pages.webhooks')}
        text={t('text')}
        actions={
          <>
            <Button variant="default" component={Link} to="/webhooks/check">
              {t('check.open')}
            </Button>
            {create}
          </>
        }
      />
      <ListTable
        list={list}
        columns={columns}
        label={tFrame('pages.webhooks')}
        linkOf={({ id }) => `/webhooks/${id}`}
        empty={<EmptyState text={t(`empty.${environment}`)}>{create}</EmptyState>}
        {...(mayManage && {
          actions: (item: ConsoleWebhookJson) =>
            item.health.state !== 'awaiting_approval' && (
              <Button
                size="compact-xs"
                h={24}
                variant="default"
                aria-label={t('test.openNamed', { url: item.url })}
                onClick={() => setOpen({ kind: 'test', item })}
              >
                {t('test.open')}
              </Button>
            ),
        })}
      />
      <Suspense>
        {open?.kind === 'create' && <CreateWebhookDialog onClose={close} />}
        {open?.kind === 'test' && <TestDialog webhook={open.item} onClose={close} />}
      </Suspense>
    </>
  )
}
