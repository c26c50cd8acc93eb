// Invites a user, then shows the invitation link.

import { Stack, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { Role } from '../../../server/users/role.ts'
import type { InvitedJson, WaitingJson } from '../../../server/users/user-json.ts'
import { ApiRefusal, isRefusedWith } from '../../api/refusal.ts'
import { useChange } from '../../api/use-api.ts'
import { Dialog } from '../../frame/dialogs/dialog.tsx'
import { FormEnding } from '../../frame/dialogs/form-ending.tsx'
import { inPageLanguage } from '../../words/refusal-texts.ts'
import { ActionRefused } from './action-refused.tsx'
import { InvitationPending } from './invitation-pending.tsx'
import { LinkShown } from './link-shown.tsx'
import { RoleChoice } from './role-choice.tsx'

interface Wanted {
  readonly email: string
  readonly name: string
  readonly role: Role | undefined
}

export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('users')
  const form = useForm<Wanted>({
    initialValues: { email: '', name: '', role: undefined },
    validate: {
      email: (text) => (/^\s*[^\s@]+@[^\s@]+\s*$/.test(text) ? null : t('invite.emailWrong')),
      name: (text) => (text.trim() === '' ? t('invite.nameMissing') : null),
      role: (role) => (role === undefined ? t('roleMissing') : null),
    },
  })
  const invite = useChange<Wanted, InvitedJson | WaitingJson>(
    (wanted) => ({ path: '/users', method: 'POST', json: wanted }),
    { touches: ['/users', '/approvals'] },
  )
  if (invite.data && 'approval' in invite.data) {
    return <InvitationPending name={form.values.name} onClose={onClose} />
  }
  if (invite.data) return <LinkShown issued={invite.data} kind="invitation" onClose={onClose} />
  const send = (wanted: Wanted) =>
    invite.mutate(wanted, {
      onError: (error) => {
        for (const [field, text] of faultsOf(error)) {
          form.setFieldError(field, text === 'taken' ? t('invite.emailTaken') : text)
        }
      },
    })
  return (
    <Dialog isOpen onClose={onClose} title={t('invite.title')} size={520}>
      <form onSubmit={form.onSubmit(send)} noValidate>
        <Stack gap="md">
          <Fields form={form} />
          {faultsOf(invite.error).length === 0 && <ActionRefused error={invite.error} />}
          <FormEnding action={t('invitation.action')} isBusy={invite.isPending} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}

function Fields({ form }: { readonly form: UseFormReturnType<Wanted> }) {
  const { t } = useTranslation('users')
  return (
    <>
      <TextInput
        label={t('invite.email')}
        description={t('invite.emailHint')}
        type="email"
        autoComplete="off"
        maxLength={254}
        data-autofocus
        {...form.getInputProps('email')}
      />
      <TextInput
        label={t('columns.name')}
        autoComplete="off"
        maxLength={100}
        {...form.getInputProps('name')}
      />
      <RoleChoice
        label={t('columns.role')}
        value={form.values.role}
        error={form.errors.role}
        onChange={(role) => form.setFieldValue('role', role)}
      />
      <Text size="sm" c="dimmed">
        {t('waits.role')}
      </Text>
    </>
  )
}

/** Faults by field. The only conflict concerns the e-mail address. */
function faultsOf(error: unknown): readonly (readonly [field: keyof Wanted, text: string])[] {
  if (isRefusedWith(error, 'conflict')) return [['email', 'taken']]
  if (!(error instanceof ApiRefusal)) return []
  return error.parts.details.flatMap(({ param, message }) => {
    const field = (['email', 'name', 'role'] as const).find((one) => one === param)
    return field === undefined ? [] : [[field, inPageLanguage(message) ?? message] as const]
  })
}
