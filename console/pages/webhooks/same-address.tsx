// Warns in the form of a webhook where another one has the same address: what both get is sent there twice. That may be
// wanted, as while one takes the place of the other.

import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ConsoleWebhookJson } from '../../../server/console-api/webhooks/console-webhook-json.ts'
import { webhooksMax } from '../../../server/webhooks/webhook.ts'
import { type ListPage, useRead } from '../../api/use-api.ts'
import { useShow } from '../../words/show.ts'

interface SameAddressProps extends Pick<ConsoleWebhookJson, 'environment' | 'url'> {
  readonly events: readonly string[]
  /** Of the webhook that is changed; undefined for a new one. */
  readonly id: string | undefined
}

export function SameAddress({ environment, url, events, id }: SameAddressProps) {
  const { t } = useTranslation('webhooks')
  const show = useShow()
  const { data } = useRead<ListPage<ConsoleWebhookJson>>('/webhooks', {
    query: { environment, limit: webhooksMax },
  })
  const address = parsed(url)
  const twins = (data?.items ?? []).filter(
    (one) =>
      one.id !== id &&
      [one.url, one.address_approval?.url].includes(address) &&
      one.events.some((event) => events.includes(event)),
  )
  if (twins.length === 0) return null
  const names = show.names(twins.map((one) => one.description || one.id))
  return (
    <Text size="sm" c="var(--svc-error)" role="status">
      {t('form.sameAddress', { names })}
    </Text>
  )
}

/** As the server keeps it. */
function parsed(url: string): string {
  const text = url.trim()
  return URL.canParse(text) ? new URL(text).href : text
}
