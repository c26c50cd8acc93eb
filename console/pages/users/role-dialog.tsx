// Changes the role of a user after stating the consequence.

import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '../../../server/users/role.ts'
import type { UserJson, WaitingJson } from '../../../server/users/user-json.ts'
import { useChange } from '../../api/use-api.ts'
import { ConfirmDialog } from '../../frame/dialogs/confirm-dialog.tsx'
import { notifyDone } from '../../frame/parts/notify.ts'
import { ActionRefused } from './action-refused.tsx'
import { RoleChoice } from './role-choice.tsx'
import type { UserDialogProps } from './user-dialog-props.ts'

/** No role is preselected, so that nobody becomes an administrator by mistake. */
export function RoleDialog({ person: { id, name, role: current }, onClose }: UserDialogProps) {
  const { t } = useTranslation('users')
  const [role, setRole] = useState<Role | undefined>(undefined)
  const [isAsked, setAsked] = useState(false)
  const change = useChange<Role, UserJson & Partial<WaitingJson>>(
    (wanted) => ({ path: `/users/${id}`, method: 'PATCH', json: { role: wanted } }),
    { touches: ['/users', '/approvals'] },
  )
  function confirm() {
    setAsked(true)
    if (role === undefined) return
    change.mutate(role, {
      onSuccess({ approval }) {
        onClose()
        const done = approval === undefined ? t('changeRole.done', { name }) : t('waits.done')
        notifyDone(done)
      },
    })
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('changeRole.title', { name })}
      text={t('changeRole.consequence', { name })}
      action={t('manage.role')}
      isBusy={change.isPending}
      onConfirm={confirm}
    >
      <RoleChoice
        label={t('changeRole.label')}
        value={role}
        current={current}
        error={isAsked && role === undefined && t('roleMissing')}
        onChange={setRole}
      />
      <Text size="sm" c="dimmed">
        {t('waits.role')}
      </Text>
      <ActionRefused error={change.error} />
    </ConfirmDialog>
  )
}
