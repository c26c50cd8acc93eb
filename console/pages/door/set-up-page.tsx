// The first administrator, made with the link that the terminal printed.

import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { SignedInJson } from '../../../server/staff/staff-json.ts'
import { useApi } from '../../api/api-context.tsx'
import { useKeepSession } from '../../api/session.ts'
import { Door } from './door.tsx'
import { LinkTrouble, SpentLink } from './link-trouble.tsx'
import { emptyPassword, NewPasswordFields, usePasswordRules } from './new-password-fields.tsx'
import { useLinkToken } from './use-link-token.ts'

export function SetUpPage() {
  const { t } = useTranslation('door')
  const token = useLinkToken()
  return (
    <Door title={t('setUp.title')} text={t('setUp.text')}>
      {token === undefined ? <SpentLink isSetup /> : <SetUpForm token={token} />}
    </Door>
  )
}

function SetUpForm({ token }: { readonly token: string }) {
  const { t } = useTranslation('door')
  const api = useApi()
  const keep = useKeepSession()
  const navigate = useNavigate()
  const rules = usePasswordRules()
  const [error, setError] = useState<unknown>(undefined)
  const [isBusy, setBusy] = useState(false)
  const form = useForm({
    initialValues: { name: '', email: '', ...emptyPassword },
    validate: {
      name: (name) => (name.trim() === '' ? t('fields.nameMissing') : null),
      email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : t('fields.emailWrong')),
      ...rules,
    },
  })
  const setUp = form.onSubmit(async ({ name, email, password }) => {
    setBusy(true)
    setError(undefined)
    try {
      const json = { token, name, email, password }
      keep(await api.ask<SignedInJson>('/setup', { method: 'POST', json }))
      await navigate('/sign-in', { replace: true })
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  })
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
        <LinkTrouble error={error} isSetup />
        <Button type="submit" loading={isBusy} fullWidth>
          {t('setUp.action')}
        </Button>
      </Stack>
    </form>
  )
}
