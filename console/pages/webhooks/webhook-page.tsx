// One endpoint: health, settings and deliveries.

import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { ConsoleWebhookJson } from '../../../server/console-api/webhooks/console-webhook-json.ts'
import { isRefusedWith } from '../../api/refusal.ts'
import { useRead } from '../../api/use-api.ts'
import { useShownEnvironment } from '../../frame/environment.tsx'
import { PagePlace } from '../../frame/page-place.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import { DeliveriesPanel } from './deliveries-panel.tsx'
import { WebhookHealthPanel } from './health-panel.tsx'
import { WebhookSettingsPanel } from './settings-panel.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import classes from './webhooks.module.css'
import { withoutQuery } from './without-query.ts'

/** Interval in milliseconds; short enough to watch a replay. */
const readEveryMs = 10_000

export function WebhookPage() {
  const { t } = useTranslation('webhooks')
  const { t: tFrame } = useTranslation('frame')
  const { id = '' } = useParams()
  const webhook = useRead<ConsoleWebhookJson>(`/webhooks/${id}`, { everyMs: readEveryMs })
  useShownEnvironment(webhook.data?.environment)
  if (webhook.isPending) return <Waiting title={tFrame('pages.webhooks')} />
  if (isRefusedWith(webhook.error, 'not_found')) return <Deleted id={id} />
  if (webhook.data === undefined) {
    return <ErrorState error={webhook.error} onRetry={() => webhook.refetch()} />
  }
  return (
    <>
      <WebhookPlace url={webhook.data.url} />
      <PageHeader
        title={<span className={classes.address}>{webhook.data.url}</span>}
        text={webhook.data.description ?? t('one.text')}
        actions={<WebhookActions webhook={webhook.data} />}
      />
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <WebhookHealthPanel webhook={webhook.data} />
          <WebhookSettingsPanel webhook={webhook.data} />
        </SimpleGrid>
        <DeliveriesPanel webhookId={id} webhook={webhook.data} />
      </Stack>
    </>
  )
}

function WebhookPlace({ url }: { readonly url: string }) {
  const { t } = useTranslation('webhooks')
  const { t: tFrame } = useTranslation('frame')
  return (
    <PagePlace
      title={t('one.title', { url: withoutQuery(url) })}
      name={withoutQuery(url)}
      above={[{ title: tFrame('pages.webhooks'), to: '/webhooks' }]}
    />
  )
}

/** The log of a deleted endpoint stays readable; for an unknown id the list is empty. */
function Deleted({ id }: { readonly id: string }) {
  const { t } = useTranslation('webhooks')
  return (
    <>
      <PageHeader title={t('deleted.title')} text={<Text c="dimmed">{t('deleted.text')}</Text>} />
      <DeliveriesPanel webhookId={id} webhook={undefined} />
    </>
  )
}

function Waiting({ title }: { readonly title: string }) {
  return (
    <div aria-busy="true">
      <PageHeader title={title} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Skeleton h={220} radius="lg" />
        <Skeleton h={220} radius="lg" />
      </SimpleGrid>
    </div>
  )
}
