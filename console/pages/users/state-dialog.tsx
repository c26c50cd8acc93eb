// Disables or enables an account after stating the consequence.

import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/use-api.ts'
import { ConfirmDialog } from '../../frame/dialogs/confirm-dialog.tsx'
import { tellDone } from '../../frame/parts/tell.ts'
import { Refused } from './refused.tsx'
import type { UserDialogProps } from './user-dialogs.tsx'

export function StateDialog({ person, onClose }: UserDialogProps) {
  const { t } = useTranslation('users')
  const { t: tFrame } = useTranslation('frame')
  const { id, name } = person
  const kind = person.state === 'disabled' ? 'enable' : 'disable'
  const change = useChange<'active' | 'disabled'>(
    (state) => ({ path: `/users/${id}`, method: 'PATCH', json: { state } }),
    { touches: ['/users'] },
  )
  const confirm = () =>
    change.mutate(kind === 'enable' ? 'active' : 'disabled', {
      onSuccess() {
        onClose()
        tellDone(t(`${kind}.done`, { name }), tFrame('close'))
      },
    })
  const role = tFrame(`roles.${person.role}`)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t(`${kind}.title`, { name })}
      text={
        kind === 'enable' && !person.has_password
          ? t('enable.textNew')
          : t(`${kind}.text`, { role })
      }
      action={t(`${kind}.action`)}
      isDangerous={kind === 'disable'}
      isBusy={change.isPending}
      onConfirm={confirm}
    >
      <Refused error={change.error} />
    </ConfirmDialog>
  )
}
