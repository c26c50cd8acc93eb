// One delivery and its attempts, with request and response.

import { Anchor, Button, Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { ConsoleDeliveryJson } from '../../../server/console-api/webhooks/console-delivery-json.ts'
import type { ConsoleWebhookJson } from '../../../server/console-api/webhooks/console-webhook-json.ts'
import { useMay } from '../../api/session.ts'
import { useRead } from '../../api/use-api.ts'
import { useShownEnvironment } from '../../frame/environment.tsx'
import { PagePlace } from '../../frame/page-place.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { IdText } from '../../frame/parts/id-text.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import { shortId } from '../../frame/parts/short-id.ts'
import { useShow } from '../../words/show.ts'
import { AttemptsPanel } from './attempts-panel.tsx'
import { DeliveryBadge } from './delivery-badge.tsx'
import { Facts } from './facts.tsx'
import { ReplayDeliveryDialog } from './replay-delivery-dialog.tsx'
import { withoutQuery } from './without-query.ts'

/** Interval in milliseconds; short, because a user who replays a delivery waits for it here. */
const readEveryMs = 3_000

export function DeliveryPage() {
  const { t } = useTranslation('webhooks')
  const { t: tFrame } = useTranslation('frame')
  const { id = '', deliveryId = '' } = useParams()
  const name = `${t('delivery.title')} ${shortId(deliveryId)}`
  const read = useRead<ConsoleDeliveryJson>(`/webhooks/${id}/deliveries/${deliveryId}`, {
    everyMs: readEveryMs,
  })
  const webhook = useRead<ConsoleWebhookJson>(`/webhooks/${id}`).data
  const url = webhook?.url
  useShownEnvironment(webhook?.environment)
  const [isReplaying, setReplaying] = useState(false)
  const mayReplay = useMay()('webhooks.manage')
  if (read.isPending) return <Waiting title={name} />
  if (read.data === undefined) {
    return <ErrorState error={read.error} onRetry={() => read.refetch()} />
  }
  const delivery = read.data
  const { state } = delivery.request
  const isKept = state !== 'body_gone' && state !== 'webhook_deleted'
  return (
    <>
      <PagePlace
        title={name}
        name={name}
        above={[
          { title: tFrame('pages.webhooks'), to: '/webhooks' },
          { title: url === undefined ? shortId(id) : withoutQuery(url), to: `/webhooks/${id}` },
        ]}
      />
      <PageHeader
        title={name}
        actions={
          mayReplay && (
            <Button disabled={!isKept} onClick={() => setReplaying(true)}>
              {t('replay.action')}
            </Button>
          )
        }
      />
      <Stack gap="lg">
        <FactsPanel delivery={delivery} />
        <AttemptsPanel delivery={delivery} />
      </Stack>
      {isReplaying && (
        <ReplayDeliveryDialog delivery={delivery} onClose={() => setReplaying(false)} />
      )}
    </>
  )
}

function FactsPanel({ delivery }: { readonly delivery: ConsoleDeliveryJson }) {
  const { t } = useTranslation('webhooks')
  const show = useShow()
  const { next_attempt_at: next, finished_at: finished, verification_id: verification } = delivery
  return (
    <Panel title={delivery.event}>
      <Facts
        facts={[
          [t('columns.status'), <DeliveryBadge key="status" status={delivery.status} />],
          next === null
            ? undefined
            : [t('deliveries.next'), <Instant key="next" at={next} isExact />],
          [t('deliveries.created'), <Instant key="created" at={delivery.created_at} isExact />],
          finished === null
            ? undefined
            : [t('delivery.finished'), <Instant key="finished" at={finished} isExact />],
          [t('deliveries.attempts'), show.number(delivery.attempts)],
          [t('delivery.replays'), show.number(delivery.replays)],
          [t('delivery.id'), <IdText key="id" id={delivery.id} />],
          [t('delivery.eventId'), <IdText key="event" id={delivery.event_id} />],
          verification === undefined
            ? undefined
            : [t('delivery.verification'), <Verification key="verification" id={verification} />],
        ]}
      />
    </Panel>
  )
}

/** A link for roles that may see verifications. */
function Verification({ id }: { readonly id: string }) {
  const { t } = useTranslation('webhooks')
  const maySee = useMay()('verifications.read')
  return (
    <>
      <IdText id={id} />
      {maySee && (
        <Anchor component={Link} to={`/verifications/${id}`} ms="xs" size="sm">
          {t('delivery.openVerification')}
        </Anchor>
      )}
    </>
  )
}

function Waiting({ title }: { readonly title: string }) {
  return (
    <div aria-busy="true">
      <PageHeader title={title} />
      <Stack gap="lg">
        <Skeleton h={240} radius="lg" />
        <Skeleton h={160} radius="lg" />
      </Stack>
    </div>
  )
}
