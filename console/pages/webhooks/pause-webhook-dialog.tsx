// Pauses or resumes an endpoint after stating what happens to pending deliveries.

import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/use-api.ts'
import { ConfirmDialog } from '../../frame/dialogs/confirm-dialog.tsx'
import { notifyDone } from '../../frame/parts/notify.ts'
import type { WebhookDialogProps } from './webhook-dialog.ts'

export function PauseWebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const { t } = useTranslation('webhooks')
  const act = webhook.active ? 'pause' : 'resume'
  const change = useChange<void>(
    () => ({
      path: `/webhooks/${webhook.id}`,
      method: 'PATCH',
      json: { active: !webhook.active },
    }),
    { touches: ['/webhooks'] },
  )
  const confirm = () =>
    change.mutate(undefined, {
      onSuccess() {
        onClose()
        notifyDone(t(`${act}.done`))
      },
    })
  const { pending } = webhook.health
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t(`${act}.title`)}
      text={
        act === 'pause'
          ? `${t('cancels', { count: pending })} ${t('pause.text')}`
          : t('resume.text')
      }
      action={t(`${act}.action`)}
      isDangerous={act === 'pause' && pending > 0}
      isBusy={change.isPending}
      error={change.error}
      onConfirm={confirm}
    />
  )
}
