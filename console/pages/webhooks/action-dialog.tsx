// Asks before an endpoint is paused, resumed or deleted, or a delivery replayed, and says what that
// means.

import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useChange } from '../../api/use-api.ts'
import { ConfirmDialog } from '../../frame/dialogs/confirm-dialog.tsx'
import { notifyDone } from '../../frame/parts/notify.ts'

interface ActionDialogProps {
  readonly act: keyof typeof requests
  /** Path of the endpoint or delivery. */
  readonly path: string
  /** Deliveries that it cancels. */
  readonly cancels?: number
  readonly onClose: () => void
}

const requests = {
  pause: { method: 'PATCH', json: { active: false } },
  resume: { method: 'PATCH', json: { active: true } },
  delete: { method: 'DELETE' },
  replay: { method: 'POST', json: {} },
} as const

export function ActionDialog({ act, path, cancels, onClose }: ActionDialogProps) {
  const { t } = useTranslation('webhooks')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const isDelete = act === 'delete'
  const change = useChange<void>(
    () => ({ path: act === 'replay' ? `${path}/replay` : path, ...requests[act] }),
    { touches: isDelete ? ['/approvals'] : ['/webhooks'] },
  )
  const confirm = () =>
    change.mutate(undefined, {
      onSuccess() {
        onClose()
        notifyDone(t(`${act}.done`))
        if (!isDelete) return
        // Leaves the page first: reading it again would report a missing endpoint.
        navigate('/webhooks', { replace: true })
        void queries.invalidateQueries({ queryKey: ['/webhooks'] })
      },
    })
  const cancelled = cancels === undefined ? '' : `${t('cancels', { count: cancels })} `
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t(`${act}.title`)}
      text={`${cancelled}${t(`${act}.text`)}`}
      action={t(`${act}.action`)}
      isDangerous={isDelete || (cancels ?? 0) > 0}
      isBusy={change.isPending}
      error={change.error}
      onConfirm={confirm}
    />
  )
}
