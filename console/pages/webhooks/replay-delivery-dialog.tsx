// Replays one delivery after stating what the receiver gets.

import { useTranslation } from 'react-i18next'
import type { DeliveryJson } from '../../../server/api/webhooks/delivery-api.ts'
import { useChange } from '../../api/use-api.ts'
import { ConfirmDialog } from '../../frame/dialogs/confirm-dialog.tsx'
import { notifyDone } from '../../frame/parts/notify.ts'

interface ReplayDeliveryDialogProps {
  readonly delivery: DeliveryJson
  readonly onClose: () => void
}

export function ReplayDeliveryDialog({ delivery, onClose }: ReplayDeliveryDialogProps) {
  const { t } = useTranslation('webhooks')
  const { id, webhook_id: webhookId, status } = delivery
  const replay = useChange<void>(
    () => ({ path: `/webhooks/${webhookId}/deliveries/${id}/replay`, method: 'POST', json: {} }),
    { touches: ['/webhooks'] },
  )
  const confirm = () =>
    replay.mutate(undefined, {
      onSuccess() {
        onClose()
        notifyDone(t('replay.done'))
      },
    })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('replay.title')}
      text={status === 'delivered' ? t('replay.textDelivered') : t('replay.text')}
      action={t('replay.action')}
      isBusy={replay.isPending}
      error={replay.error}
      onConfirm={confirm}
    />
  )
}
