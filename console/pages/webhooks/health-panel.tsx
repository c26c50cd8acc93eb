// Health of one endpoint, and what to do about problems.

import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ConsoleWebhookJson } from '../../../server/console-api/webhooks/console-webhook-json.ts'
import { Instant } from '../../frame/parts/instant.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import { useShow } from '../../words/show.ts'
import { Facts } from './facts.tsx'
import { LastDay } from './last-day.tsx'
import { badgeStateOf, WebhookBadge } from './webhook-badge.tsx'

export function WebhookHealthPanel({ webhook }: { readonly webhook: ConsoleWebhookJson }) {
  const { t } = useTranslation('webhooks')
  const show = useShow()
  const { health, failing_since: failingSince } = webhook
  const state = badgeStateOf(webhook)
  return (
    <Panel title={t('health.title')}>
      <Facts
        facts={[
          [t('columns.status'), <WebhookBadge key="state" webhook={webhook} />],
          failingSince === null
            ? undefined
            : [t('health.failingSince'), <Instant key="since" at={failingSince} />],
          [t('columns.lastDay'), <LastDay key="day" day={health.last_day} />],
          [
            t('columns.delivered'),
            health.last_delivered_at === null ? (
              t('never')
            ) : (
              <Instant key="delivered" at={health.last_delivered_at} />
            ),
          ],
          [t('columns.pending'), show.number(health.pending)],
          health.due_since === null
            ? undefined
            : [t('health.dueSince'), <Instant key="due" at={health.due_since} />],
        ]}
      />
      {state !== 'well' && (
        <Text size="sm" c="dimmed" mt="sm">
          {t(`stateMeans.${state}`)}
        </Text>
      )}
      <WaitingAddress webhook={webhook} />
    </Panel>
  )
}

/** The new URL that awaits approval. */
function WaitingAddress({ webhook }: { readonly webhook: ConsoleWebhookJson }) {
  const { t } = useTranslation('webhooks')
  const { address_approval: address } = webhook
  if (address === null || address.is_new) return null
  return (
    <Text size="sm" mt="sm" style={{ overflowWrap: 'anywhere' }}>
      {t('waits.address', { url: address.url })}
    </Text>
  )
}
