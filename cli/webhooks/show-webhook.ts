// Shows a webhook at the command line, never its secret.

import type { WebhookJson } from '../../server/api/webhooks/webhook-api.ts'
import type { Format, Sink } from '../io.ts'
import { renderFacts } from '../text/table.ts'

type Fact = readonly [label: string, value: string | undefined]

/** Lists the webhook's facts, then `more`. */
export function webhookText(sink: Sink, webhook: WebhookJson, more: readonly Fact[] = []): string {
  const { client_certificate: certificate, secret_rotation: rotation } = webhook
  return renderFacts(sink, [
    ['id', webhook.id],
    ['environment', webhook.environment],
    ['url', webhook.url],
    ['events', webhook.events.join(', ')],
    ['description', webhook.description],
    ['status', statusText(webhook)],
    ['timestamp mode', webhook.timestamp_mode],
    ['next secret', rotation === null ? undefined : `signs from ${rotation.activates_at}`],
    ['certificate', certificate?.subject],
    ['expires', certificate?.expires_at],
    ['created', webhook.created_at],
    ...more,
  ])
}

type WebhookStatus = 'active' | 'failing' | 'unreadable' | 'inactive'

export function webhookStatusOf(
  webhook: Pick<WebhookJson, 'active' | 'failing_since' | 'secrets_readable'>,
): WebhookStatus {
  if (!webhook.active) return 'inactive'
  if (!webhook.secrets_readable) return 'unreadable'
  return webhook.failing_since === null ? 'active' : 'failing'
}

const formats: Readonly<Record<WebhookStatus, Format>> = {
  active: 'green',
  failing: 'red',
  unreadable: 'red',
  inactive: 'dim',
}

/** `text` may be padded. */
export function paintWebhookStatus(sink: Sink, text: string): string {
  const [, format] = Object.entries(formats).find(([status]) => status === text.trim()) ?? []
  return format === undefined ? text : sink.style(format, text)
}

function statusText(webhook: WebhookJson): string {
  switch (webhookStatusOf(webhook)) {
    case 'active':
      return 'active'
    case 'inactive':
      return 'inactive: nothing is sent to it'
    case 'unreadable':
      return 'unreadable: its secrets cannot be decrypted, so deliveries wait; rotate its secret'
    case 'failing':
      return `failing: nothing was delivered since ${webhook.failing_since}`
  }
}

/** `ver.completed`, `test`: short, and unlike the status of a delivery. */
export function shortEvent(event: string): string {
  return event.replace(/^verification\./, 'ver.').replace(/^webhook\./, '')
}
