// Shows the secret of an endpoint once, after it was added or the secret rotated.

import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MadeWebhookJson } from '../../../server/console-api/webhooks/console-webhook-json.ts'
import { SecretShownDialog } from '../../frame/dialogs/secret-shown-dialog.tsx'

interface WebhookSecretDialogProps {
  readonly made: MadeWebhookJson
  readonly children?: ReactNode
  readonly onClose: () => void
}

export function WebhookSecretDialog({ made, children, onClose }: WebhookSecretDialogProps) {
  const { t } = useTranslation('webhooks')
  return (
    <SecretShownDialog
      title={t('secret.title')}
      text={
        <Text style={{ overflowWrap: 'anywhere' }}>
          {t('secret.text', { url: made.url })}
          {made.address_approval && ` ${t('secret.waits')}`}
        </Text>
      }
      secret={made.secret}
      fileName={`${made.id}.txt`}
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
