// Returns an account to an invitation: ends every way to sign in, so that its owner chooses anew.

import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { UserJson, WaitingJson } from '../../../server/users/user-json.ts'
import { useChange } from '../../api/use-api.ts'
import { ConfirmDialog } from '../../frame/dialogs/confirm-dialog.tsx'
import { notifyDone } from '../../frame/parts/notify.ts'
import { ActionRefused } from './action-refused.tsx'
import type { UserDialogProps } from './user-dialog-props.ts'

export function ReinviteDialog({ person: { id, name }, onClose }: UserDialogProps) {
  const { t } = useTranslation('users')
  const reinvite = useChange<void, UserJson | WaitingJson>(
    () => ({ path: `/users/${id}/reinvite`, method: 'POST', json: {} }),
    { touches: ['/users', '/approvals'] },
  )
  const confirm = () =>
    reinvite.mutate(undefined, {
      onSuccess(answer) {
        onClose()
        const done = 'approval' in answer ? t('waits.done') : t('reinvitation.done', { name })
        notifyDone(done)
      },
    })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('reinvitation.title', { name })}
      text={t('reinvitation.text')}
      action={t('reinvitation.action')}
      isDangerous
      isBusy={reinvite.isPending}
      onConfirm={confirm}
    >
      <Text size="sm">{t('waits.reinvitation')}</Text>
      <ActionRefused error={reinvite.error} />
    </ConfirmDialog>
  )
}
