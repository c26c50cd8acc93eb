// Resets the second factor of a user who lost it.

import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { UserJson, WaitingJson } from '../../../server/users/user-json.ts'
import { useChange } from '../../api/use-api.ts'
import { ConfirmDialog } from '../../frame/dialogs/confirm-dialog.tsx'
import { notifyDone } from '../../frame/parts/notify.ts'
import { ActionRefused } from './action-refused.tsx'
import type { UserDialogProps } from './user-dialog-props.ts'

export function FactorDialog({ person: { id, name }, onClose }: UserDialogProps) {
  const { t } = useTranslation('users')
  const reset = useChange<void, UserJson | WaitingJson>(
    () => ({ path: `/users/${id}/reset-second-factor`, method: 'POST', json: {} }),
    { touches: ['/users', '/approvals'] },
  )
  const confirm = () =>
    reset.mutate(undefined, {
      onSuccess(answer) {
        onClose()
        const done = 'approval' in answer ? t('waits.done') : t('factor_reset.done', { name })
        notifyDone(done)
      },
    })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('factor_reset.title', { name })}
      text={t('factor_reset.text')}
      action={t('factor_reset.action')}
      isDangerous
      isBusy={reset.isPending}
      onConfirm={confirm}
    >
      <Text size="sm">{t('waits.factor')}</Text>
      <ActionRefused error={reset.error} />
    </ConfirmDialog>
  )
}
