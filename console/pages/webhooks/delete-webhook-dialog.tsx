// Deletes a webhook endpoint after stating the consequence.

import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useChange } from '../../api/use-api.ts'
import { ConfirmDialog } from '../../frame/dialogs/confirm-dialog.tsx'
import { notifyDone } from '../../frame/parts/notify.ts'
import type { WebhookDialogProps } from './webhook-dialog.ts'

export function DeleteWebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const { t } = useTranslation('webhooks')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const remove = useChange<void>(() => ({ path: `/webhooks/${webhook.id}`, method: 'DELETE' }))
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess() {
        // Leaves the page first: reading it again would report a missing endpoint.
        navigate('/webhooks', { replace: true })
        void queries.invalidateQueries({ queryKey: ['/webhooks'] })
        void queries.invalidateQueries({ queryKey: ['/approvals'] })
        notifyDone(t('delete.done'))
      },
    })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('delete.title')}
      text={`${t('cancels', { count: webhook.health.pending })} ${t('delete.text')}`}
      action={t('delete.action')}
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
    >
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {webhook.url}
      </Text>
    </ConfirmDialog>
  )
}
