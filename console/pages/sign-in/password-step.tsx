// First step of the sign-in: e-mail address and password. As on the server, an unknown account gets
// the same error as a wrong password.

import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignedInJson } from '../../../server/users/user-json.ts'
import { useApi } from '../../api/api-context.tsx'
import { hasCode } from '../../api/refusal.ts'
import { useKeepSession } from '../../api/session.ts'
import { useRead } from '../../api/use-api.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { useSignInAs } from './sign-in-as.ts'
import { SignInLayout } from './sign-in-layout.tsx'

export function PasswordStep({ isExpired }: { readonly isExpired: boolean }) {
  const { t } = useTranslation('signIn')
  return (
    <SignInLayout title={t('signIn.title')} {...(isExpired ? { text: t('signIn.again') } : {})}>
      <SetupHint />
      <PasswordForm />
      <Text size="sm" c="dimmed">
        {t('signIn.lost')}
      </Text>
    </SignInLayout>
  )
}

function PasswordForm() {
  const { t } = useTranslation('signIn')
  const api = useApi()
  const keep = useKeepSession()
  const [error, setError] = useState<unknown>(undefined)
  const [isBusy, setBusy] = useState(false)
  const known = useSignInAs()
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<readonly ('email' | 'password')[]>([])
  const isRefused = hasCode(error, 'unauthenticated')
  async function signIn(event: FormEvent) {
    event.preventDefault()
    const found = missingOf(email, password)
    setMissing(found)
    if (found.length > 0) return
    setBusy(true)
    setError(undefined)
    try {
      keep(await api.ask<SignedInJson>('/sign-in', { method: 'POST', json: { email, password } }))
    } catch (failure) {
      setError(failure)
      setPassword('')
    }
    setBusy(false)
  }
  return (
    <form onSubmit={signIn} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('fields.email')}
          type="email"
          autoComplete="username"
          autoFocus={known === ''}
          value={email}
          error={missing.includes('email') && t('fields.emailMissing')}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            setMissing(missing.filter((field) => field !== 'email'))
          }}
        />
        <PasswordInput
          label={t('fields.password')}
          autoComplete="current-password"
          autoFocus={known !== ''}
          visibilityToggleButtonProps={{ 'aria-label': t('fields.showPassword') }}
          value={password}
          error={missing.includes('password') ? t('fields.passwordMissing') : isRefused}
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            setMissing(missing.filter((field) => field !== 'password'))
          }}
        />
        <Trouble error={error} />
        <Button type="submit" loading={isBusy} fullWidth>
          {t('signIn.action')}
        </Button>
      </Stack>
    </form>
  )
}

function missingOf(email: string, password: string) {
  return [
    ...(email.trim() === '' ? (['email'] as const) : []),
    ...(password === '' ? (['password'] as const) : []),
  ]
}

function Trouble({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('signIn')
  if (error === undefined) return null
  if (!hasCode(error, 'unauthenticated')) return <ErrorState error={error} />
  return (
    <Alert role="alert" color="red" variant="light">
      {t('signIn.wrong')}
    </Alert>
  )
}

/** Before the first administrator exists, says where to find the set-up link. */
function SetupHint() {
  const { t } = useTranslation('signIn')
  const { data: setup } = useRead<{ readonly needed: boolean }>('/setup')
  if (!setup?.needed) return null
  return (
    <Alert color="accent" variant="light" title={t('signIn.setupTitle')}>
      {t('signIn.setupText')} <code className="svc-mono">svc users setup-link</code>
    </Alert>
  )
}
