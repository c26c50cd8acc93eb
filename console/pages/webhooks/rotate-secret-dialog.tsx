// Rotates the signing secret: the new one is shown at once and signs later, so that the receiver
// can be updated first. Shows both dates.

import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WebhookWithSecretJson } from '../../../server/api/webhooks/webhook-api.ts'
import { useChange } from '../../api/use-api.ts'
import { ConfirmDialog } from '../../frame/dialogs/confirm-dialog.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { Facts } from './facts.tsx'
import type { WebhookDialogProps } from './webhook-dialog.ts'
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx'

const hourSeconds = 60 * 60
const delays = ['0', '1', '24', '168', '720'] as const

export function RotateSecretDialog({ webhook, onClose }: WebhookDialogProps) {
  const { t } = useTranslation('webhooks')
  const [hours, setHours] = useState('24')
  const [nowMs] = useState(Date.now)
  const rotate = useChange<number, WebhookWithSecretJson>(
    (seconds) => ({
      path: `/webhooks/${webhook.id}/rotate-secret`,
      method: 'POST',
      // The dialog warns that a pending rotation is replaced.
      json: { activates_in_seconds: seconds, replace_pending: webhook.secret_rotation !== null },
    }),
    { touches: ['/webhooks'] },
  )
  if (rotate.data) return <Rotated made={rotate.data} onClose={onClose} />
  const seconds = Number(hours) * hourSeconds
  const waiting = webhook.secret_rotation
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('rotate.title')}
      text={t('rotate.text')}
      action={t('rotate.action')}
      isDangerous={seconds === 0}
      isBusy={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate(seconds)}
    >
      {waiting !== null && <Text c="var(--svc-error)">{t('rotate.replaces')}</Text>}
      <NativeSelect
        label={t('rotate.when')}
        value={hours}
        onChange={(event) => setHours(event.currentTarget.value)}
        data={delays.map((value) => ({ value, label: t(`rotate.delay.${value}`) }))}
      />
      {seconds === 0 ? (
        <Text c="var(--svc-declined)">{t('rotate.atOnceText')}</Text>
      ) : (
        <Dates signsFrom={new Date(nowMs + seconds * 1000).toISOString()} />
      )}
    </ConfirmDialog>
  )
}

interface RotatedProps {
  readonly made: WebhookWithSecretJson
  readonly onClose: () => void
}

function Rotated({ made, onClose }: RotatedProps) {
  const { t } = useTranslation('webhooks')
  const { secret_rotation: rotation } = made
  return (
    <WebhookSecretDialog made={made} onClose={onClose}>
      {rotation === null ? (
        <Text>{t('rotate.signsNow')}</Text>
      ) : (
        <Dates signsFrom={rotation.activates_at} />
      )}
    </WebhookSecretDialog>
  )
}

function Dates({ signsFrom }: { readonly signsFrom: string }) {
  const { t } = useTranslation('webhooks')
  return (
    <div>
      <Facts
        facts={[
          [t('rotate.oldUntil'), <Instant key="old" at={signsFrom} />],
          [t('rotate.newFrom'), <Instant key="new" at={signsFrom} />],
        ]}
      />
      <Text size="sm" c="dimmed" mt="xs">
        {t('rotate.overlap')}
      </Text>
    </div>
  )
}
