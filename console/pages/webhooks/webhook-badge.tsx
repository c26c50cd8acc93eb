// Status of an endpoint: active, failing, paused and so on.

import { useTranslation } from 'react-i18next'
import type { ConsoleWebhookJson } from '../../../server/console-api/webhooks/console-webhook-json.ts'
import { StatusBadge } from '../../frame/parts/status-badge.tsx'
import type { StatusTone } from '../../frame/status-colours.ts'

type State = ConsoleWebhookJson['health']['state'] | 'damaged'

const tones: Readonly<Record<State, StatusTone>> = {
  well: 'approved',
  failing: 'error',
  inactive: 'neutral',
  awaiting_approval: 'pending',
  damaged: 'declined',
}

/** An unreadable secret comes first, because nothing can be sent until it is rotated. */
export function badgeStateOf({ health, secrets_readable }: ConsoleWebhookJson): State {
  return secrets_readable ? health.state : 'damaged'
}

export function WebhookBadge({ webhook }: { readonly webhook: ConsoleWebhookJson }) {
  const { t } = useTranslation('webhooks')
  const state = badgeStateOf(webhook)
  return <StatusBadge tone={tones[state]} label={t(`state.${state}`)} />
}
