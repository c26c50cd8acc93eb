// Resets the second factor of a user who lost it; or returns an account to an invitation, which ends every way to sign
// in, so that its owner chooses anew.

import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { UserJson, WaitingJson } from '../../../server/users/user-json.ts'
import { useChange } from '../../api/use-api.ts'
import { ConfirmDialog } from '../../frame/dialogs/confirm-dialog.tsx'
import { notifyDone } from '../../frame/parts/notify.ts'
import { ActionRefused } from './action-refused.tsx'
import type { UserDialogProps } from './user-dialog-props.ts'

const steps = { factor_reset: 'reset-second-factor', reinvitation: 'reinvite' } as const

interface ResetDialogProps extends UserDialogProps {
  readonly kind: keyof typeof steps
}

export function ResetDialog({ kind, person: { id, name }, onClose }: ResetDialogProps) {
  const { t } = useTranslation('users')
  const reset = useChange<void, UserJson | WaitingJson>(
    () => ({ path: `/users/${id}/${steps[kind]}`, method: 'POST', json: {} }),
    { touches: ['/users', '/approvals'] },
  )
  const confirm = () =>
    reset.mutate(undefined, {
      onSuccess(answer) {
        onClose()
        const done = 'approval' in answer ? t('waits.done') : t(`${kind}.done`, { name })
        notifyDone(done)
      },
    })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t(`${kind}.title`, { name })}
      text={t(`${kind}.text`)}
      action={t(`${kind}.action`)}
      isDangerous
      isBusy={reset.isPending}
      onConfirm={confirm}
    >
      <Text size="sm">{t(`waits.${kind}`)}</Text>
      <ActionRefused error={reset.error} />
    </ConfirmDialog>
  )
}
