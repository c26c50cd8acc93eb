// States of endpoints, deliveries and attempts, in words and colours.

import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AttemptJson, DeliveryJson } from '../../../server/api/webhooks/delivery-api.ts'
import type { ConsoleWebhookJson } from '../../../server/console-api/webhooks/console-webhook-json.ts'
import { StatusBadge } from '../../frame/parts/status-badge.tsx'
import type { StatusTone } from '../../frame/status-colours.ts'
import { useShow } from '../../words/show.ts'

type Health = ConsoleWebhookJson['health']
type WebhookState = Health['state'] | 'damaged'

const tones: Readonly<Record<WebhookState | DeliveryJson['status'], StatusTone>> = {
  well: 'approved',
  failing: 'error',
  inactive: 'neutral',
  awaiting_approval: 'pending',
  damaged: 'declined',
  pending: 'pending',
  delivered: 'approved',
  failed: 'declined',
  cancelled: 'neutral',
}

export function StateBadge({ state }: { readonly state: keyof typeof tones }) {
  const { t } = useTranslation('webhooks')
  return <StatusBadge tone={tones[state]} label={t(`state.${state}`)} />
}

/** An unreadable secret comes first, because nothing can be sent until it is rotated. */
export function webhookStateOf({ health, secrets_readable }: ConsoleWebhookJson): WebhookState {
  return secrets_readable ? health.state : 'damaged'
}

export function LastDay({ day }: { readonly day: Health['last_day'] }) {
  const { t } = useTranslation('webhooks')
  const show = useShow()
  const more = day.more ? '+' : ''
  const counted = (count: number) => ({ count, number: show.number(count) + more })
  return (
    <>
      <span className="svc-number">{t('lastDay.delivered', counted(day.delivered))}</span>
      {day.failed > 0 && (
        <Text component="span" size="xs" display="block" c="var(--svc-declined)">
          {t('lastDay.failed', counted(day.failed))}
        </Text>
      )}
    </>
  )
}

/** `HTTP 503`, or why there was no response. */
export function useOutcome(): (attempt: Pick<AttemptJson, 'status_code' | 'error'>) => string {
  const { t } = useTranslation('labels')
  return ({ status_code: status, error }) =>
    status === null && error !== null ? t(`deliveryError.${error}`) : `HTTP ${status ?? '–'}`
}
