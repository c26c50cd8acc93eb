// Settings of one endpoint: events, signature timestamp, secret rotation.

import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ConsoleWebhookJson } from '../../../server/console-api/webhooks/console-webhook-json.ts'
import { IdText } from '../../frame/parts/id-text.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import { Facts } from './facts.tsx'
import { Events } from './webhook-columns.tsx'

export function WebhookSettingsPanel({ webhook }: { readonly webhook: ConsoleWebhookJson }) {
  const { t } = useTranslation('webhooks')
  const { t: tFrame } = useTranslation('frame')
  return (
    <Panel title={t('settings.title')}>
      <Facts
        facts={[
          [t('settings.id'), <IdText key="id" id={webhook.id} />],
          [tFrame('environment.label'), tFrame(`environment.${webhook.environment}`)],
          [t('columns.events'), <Events key="events" events={webhook.events} />],
          [t('settings.mode'), t(`mode.${webhook.timestamp_mode}.name`)],
          [t('settings.secret'), <Secret key="secret" webhook={webhook} />],
          [t('certificate.label'), <Certificate key="certificate" webhook={webhook} />],
          [t('settings.created'), <Instant key="created" at={webhook.created_at} />],
        ]}
      />
    </Panel>
  )
}

/** During a rotation: until when the old secret signs, and from when the new one. */
function Secret({ webhook }: { readonly webhook: ConsoleWebhookJson }) {
  const { t } = useTranslation('webhooks')
  const { secret_rotation: rotation, secrets_readable: isReadable } = webhook
  if (!isReadable) return t('settings.secretDamaged')
  if (rotation === null) return t('settings.secretHidden')
  return (
    <>
      {t('settings.rotating')} <Instant at={rotation.activates_at} />
      <Text size="xs" c="dimmed">
        {t('rotate.overlap')}
      </Text>
    </>
  )
}

function Certificate({ webhook }: { readonly webhook: ConsoleWebhookJson }) {
  const { t } = useTranslation('webhooks')
  const { client_certificate: certificate } = webhook
  if (certificate === null) return t('certificate.none')
  return (
    <>
      {certificate.subject}
      <Text size="xs" c="dimmed">
        {t('certificate.until')} <Instant at={certificate.expires_at} />
      </Text>
      <Text size="xs" c="dimmed" className="svc-mono">
        SHA-256 {certificate.fingerprint_sha256}
      </Text>
    </>
  )
}
