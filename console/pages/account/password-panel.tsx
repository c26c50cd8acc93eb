// Changes the password, which ends all other sessions.

import { Button, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { SignedInJson } from '../../../server/users/user-json.ts'
import { isRefusedWith } from '../../api/refusal.ts'
import { useKeepSession } from '../../api/session.ts'
import { useChange } from '../../api/use-api.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { notifyDone } from '../../frame/parts/notify.ts'
import { Panel } from '../../frame/parts/panel.tsx'
import {
  emptyPassword,
  isPasswordFault,
  NewPasswordFields,
  usePasswordRules,
} from '../sign-in/new-password-fields.tsx'

export function PasswordPanel() {
  const { t } = useTranslation('account')
  const { t: tDoor } = useTranslation('signIn')
  const keep = useKeepSession()
  const rules = usePasswordRules()
  const form = useForm({
    initialValues: { current: '', ...emptyPassword },
    validate: {
      current: (text) => (text === '' ? tDoor('fields.passwordMissing') : null),
      ...rules,
    },
  })
  const change = useChange<typeof form.values, SignedInJson>(
    ({ current, password }) => ({
      path: '/me/password',
      method: 'POST',
      json: { current_password: current, new_password: password },
    }),
    { touches: ['/me/sessions'] },
  )
  const isWrong = isRefusedWith(change.error, 'unauthenticated')
  const submit = form.onSubmit((values) =>
    change.mutate(values, {
      onSuccess(me) {
        keep(me)
        form.reset()
        notifyDone(t('password.done'))
      },
    }),
  )
  return (
    <Panel title={t('password.title')} text={t('password.text')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md" maw={420}>
          <PasswordInput
            label={t('password.current')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{
              'aria-label': tDoor('fields.showPassword'),
              tabIndex: 0,
            }}
            {...form.getInputProps('current')}
            error={form.errors.current ?? (isWrong && t('password.wrong'))}
          />
          <NewPasswordFields form={form} error={change.error} />
          {change.error && !isWrong && !isPasswordFault(change.error) && (
            <ErrorState error={change.error} />
          )}
          <Button type="submit" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
            {t('password.action')}
          </Button>
        </Stack>
      </form>
    </Panel>
  )
}
