// Rotates the signing secret: the new one is shown at once and signs later, so that the receiver
// can be updated first. Secrets are shown once.

import { NativeSelect, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WebhookWithSecretJson } from '../../../server/api/webhooks/webhook-api.ts'
import type {
  ConsoleWebhookJson,
  MadeWebhookJson,
} from '../../../server/console-api/webhooks/console-webhook-json.ts'
import { hourMs } from '../../../server/kernel/durations.ts'
import { useChange } from '../../api/use-api.ts'
import { ConfirmDialog } from '../../frame/dialogs/confirm-dialog.tsx'
import { SecretShownDialog } from '../../frame/dialogs/secret-shown-dialog.tsx'
import { Facts } from '../../frame/parts/facts.tsx'
import { Instant } from '../../frame/parts/instant.tsx'

const delayHours = ['0', '1', '24', '168', '720'] as const

interface RotateSecretDialogProps {
  readonly webhook: ConsoleWebhookJson
  readonly onClose: () => void
}

export function RotateSecretDialog({ webhook, onClose }: RotateSecretDialogProps) {
  const { t } = useTranslation('webhooks')
  const [hours, setHours] = useState('24')
  const [nowMs] = useState(Date.now)
  const isPending = webhook.secret_rotation !== null
  const delayMs = Number(hours) * hourMs
  const rotate = useChange<void, WebhookWithSecretJson>(
    () => ({
      path: `/webhooks/${webhook.id}/rotate-secret`,
      method: 'POST',
      // The dialog warns that a pending rotation is replaced.
      json: { activates_in_seconds: delayMs / 1000, replace_pending: isPending },
    }),
    { touches: ['/webhooks'] },
  )
  if (rotate.data) {
    return (
      <WebhookSecretDialog made={rotate.data} onClose={onClose}>
        <Dates signsFrom={rotate.data.secret_rotation?.activates_at} />
      </WebhookSecretDialog>
    )
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('rotate.title')}
      text={t('rotate.text')}
      action={t('rotate.action')}
      isDangerous={delayMs === 0}
      isBusy={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate()}
    >
      {isPending && <Text c="var(--svc-error)">{t('rotate.replaces')}</Text>}
      <NativeSelect
        label={t('rotate.when')}
        value={hours}
        onChange={(event) => setHours(event.currentTarget.value)}
        data={delayHours.map((value) => ({ value, label: t(`rotate.delay.${value}`) }))}
      />
      <Dates signsFrom={delayMs > 0 ? new Date(nowMs + delayMs).toISOString() : undefined} />
    </ConfirmDialog>
  )
}

/** Both dates; undefined: the new secret signs at once. */
function Dates({ signsFrom: at }: { readonly signsFrom: string | undefined }) {
  const { t } = useTranslation('webhooks')
  if (at === undefined) return <Text c="var(--svc-declined)">{t('rotate.atOnce')}</Text>
  return (
    <div>
      <Facts
        facts={[
          [t('rotate.oldUntil'), <Instant key="old" at={at} />],
          [t('rotate.newFrom'), <Instant key="new" at={at} />],
        ]}
      />
      <Text size="sm" c="dimmed" mt="xs">
        {t('rotate.overlap')}
      </Text>
    </div>
  )
}

interface WebhookSecretDialogProps {
  readonly made: MadeWebhookJson
  readonly children?: ReactNode
  readonly onClose: () => void
}

export function WebhookSecretDialog({ made, children, onClose }: WebhookSecretDialogProps) {
  const { t } = useTranslation('webhooks')
  const { id, url, secret, address_approval: waiting } = made
  return (
    <SecretShownDialog
      title={t('secret.title')}
      text={
        <Text style={{ overflowWrap: 'anywhere' }}>
          {t('secret.text', { url })} {waiting && t('approval.made')}
        </Text>
      }
      secret={secret}
      fileName={`${id}.txt`}
      labels={{
        copy: t('secret.copy'),
        download: t('secret.download'),
        kept: t('secret.kept'),
        keepFirst: t('secret.keepFirst'),
        done: t('secret.done'),
      }}
      onClose={onClose}
    >
      {children}
    </SecretShownDialog>
  )
}
