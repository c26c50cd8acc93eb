// Resets the second factor of a user who lost it.

import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { UserJson, WaitingJson } from '../../../server/users/user-json.ts'
import { useChange } from '../../api/use-api.ts'
import { ConfirmDialog } from '../../frame/dialogs/confirm-dialog.tsx'
import { tellDone } from '../../frame/parts/tell.ts'
import { Refused } from './refused.tsx'
import type { UserDialogProps } from './user-dialogs.tsx'

export function FactorDialog({ person: { id, name }, onClose }: UserDialogProps) {
  const { t } = useTranslation('users')
  const { t: tFrame } = useTranslation('frame')
  const reset = useChange<void, UserJson | WaitingJson>(
    () => ({ path: `/users/${id}/reset-second-factor`, method: 'POST', json: {} }),
    { touches: ['/users', '/approvals'] },
  )
  const confirm = () =>
    reset.mutate(undefined, {
      onSuccess(answer) {
        onClose()
        const done = 'approval' in answer ? t('waits.done') : t('factor_reset.done', { name })
        tellDone(done, tFrame('close'))
      },
    })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('factor_reset.title', { name })}
      text={t('factor_reset.text')}
      action={t('factor_reset.action')}
      isDangerous
      isBusy={reset.isPending}
      onConfirm={confirm}
    >
      <Text size="sm">{t('waits.factor')}</Text>
      <Refused error={reset.error} />
    </ConfirmDialog>
  )
}
