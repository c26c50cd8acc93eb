// Disables or enables an account after stating the consequence.

import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/use-api.ts'
import { ConfirmDialog } from '../../frame/dialogs/confirm-dialog.tsx'
import { notifyDone } from '../../frame/parts/notify.ts'
import { ActionRefused } from './action-refused.tsx'
import type { UserDialogProps } from './user-dialog-props.ts'

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
        notifyDone(t(`${kind}.done`, { name }))
      },
    })
  const role = tFrame(`roles.${person.role}`)
  function enablingOf({ source, has_password }: UserDialogProps['person']): string {
    if (source === 'directory') return t('enable.textDirectory')
    return has_password ? t('enable.text', { role }) : t('enable.textNew')
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t(`${kind}.title`, { name })}
      text={kind === 'enable' ? enablingOf(person) : t('disable.text')}
      action={t(`${kind}.action`)}
      isDangerous={kind === 'disable'}
      isBusy={change.isPending}
      onConfirm={confirm}
    >
      <ActionRefused error={change.error} />
    </ConfirmDialog>
  )
}
