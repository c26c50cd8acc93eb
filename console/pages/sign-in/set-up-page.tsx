// Creates the first administrator with the link printed in the terminal.

import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { SignedInJson } from '../../../server/users/user-json.ts'
import { useApi } from '../../api/api-context.tsx'
import { useKeepSession } from '../../api/session.ts'
import { useAttempt } from '../../api/use-attempt.ts'
import { LinkError, SpentLink } from './link-error.tsx'
import { emptyPassword, NewPasswordFields, usePasswordRules } from './new-password-fields.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import { useLinkToken } from './use-link-token.ts'

export function SetUpPage() {
  const { t } = useTranslation('links')
  const token = useLinkToken()
  return (
    <SignInLayout title={t('setUp.title')} text={t('setUp.text')}>
      {token === undefined ? <SpentLink isSetup /> : <SetUpForm token={token} />}
    </SignInLayout>
  )
}

function SetUpForm({ token }: { readonly token: string }) {
  const { t } = useTranslation('signIn')
  const { t: tLinks } = useTranslation('links')
  const api = useApi()
  const keep = useKeepSession()
  const navigate = useNavigate()
  const rules = usePasswordRules()
  const { error, isBusy, attempt } = useAttempt()
  const form = useForm({
    initialValues: { name: '', email: '', ...emptyPassword },
    validate: {
      name: (name) => (name.trim() === '' ? t('fields.nameMissing') : null),
      email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : t('fields.emailWrong')),
      ...rules,
    },
  })
  const setUp = form.onSubmit(({ name, email, password }) =>
    attempt(async () => {
      const json = { token, name, email, password }
      keep(await api.ask<SignedInJson>('/setup', { method: 'POST', json }))
      await navigate('/sign-in', { replace: true })
    }),
  )
  return (
    <form onSubmit={setUp} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('fields.name')}
          autoComplete="name"
          autoFocus
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('fields.email')}
          type="email"
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <NewPasswordFields form={form} error={error} />
        <LinkError error={error} isSetup />
        <Button type="submit" loading={isBusy} fullWidth>
          {tLinks('setUp.action')}
        </Button>
      </Stack>
    </form>
  )
}
