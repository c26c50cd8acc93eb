// Creates an invitation or password reset link for a user, then shows it once.

import { useTranslation } from 'react-i18next'
import type { IssuedLinkJson } from '../../../server/users/user-json.ts'
import { useChange } from '../../api/use-api.ts'
import { ConfirmDialog } from '../../frame/dialogs/confirm-dialog.tsx'
import { ActionRefused } from './action-refused.tsx'
import { LinkShown } from './link-shown.tsx'
import type { UserDialogProps } from './user-dialog-props.ts'

export function LinkDialog({ person: { id, name, state }, onClose }: UserDialogProps) {
  const { t } = useTranslation('users')
  const issue = useChange<void, IssuedLinkJson>(
    () => ({ path: `/users/${id}/link`, method: 'POST', json: {} }),
    { touches: ['/users'] },
  )
  if (issue.data) return <LinkShown issued={issue.data} kind={issue.data.kind} onClose={onClose} />
  const kind = state === 'invited' ? 'invitation' : 'password'
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t(`${kind}.title`, { name })}
      text={t(`${kind}.text`)}
      action={t(`${kind}.action`)}
      isBusy={issue.isPending}
      onConfirm={() => issue.mutate()}
    >
      <ActionRefused error={issue.error} />
    </ConfirmDialog>
  )
}
