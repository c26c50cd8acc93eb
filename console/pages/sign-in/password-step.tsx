// First step of the sign-in: e-mail address and password. As on the server, an unknown account gets
// the same error as a wrong password.

import {
  Alert,
  Anchor,
  Button,
  Divider,
  PasswordInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SetupJson, SignedInJson } from '../../../server/users/user-json.ts'
import { useApi } from '../../api/api-context.tsx'
import { hasFault, isRefusedWith } from '../../api/refusal.ts'
import { useKeepSession } from '../../api/session.ts'
import { useRead } from '../../api/use-api.ts'
import { useAttempt } from '../../api/use-attempt.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { DirectoryButton } from './directory-button.tsx'
import { useSignInAs } from './sign-in-as.ts'
import { SignInLayout } from './sign-in-layout.tsx'

export function PasswordStep({ isExpired }: { readonly isExpired: boolean }) {
  const { t } = useTranslation('signIn')
  return (
    <SignInLayout title={t('signIn.title')} {...(isExpired ? { text: t('signIn.again') } : {})}>
      <SetupHint />
      <Ways />
    </SignInLayout>
  )
}

/** The directory first, if there is one; where few may use a password, its form is folded away. */
function Ways() {
  const { t } = useTranslation('signIn')
  const { data: setup } = useRead<SetupJson>('/setup')
  const [isUnfolded, setUnfolded] = useState(false)
  if (setup?.directory == null) return <Password />
  const isFolded = setup.local_sign_in !== 'everyone' && !isUnfolded
  return (
    <>
      <DirectoryButton name={setup.directory.name} />
      {isFolded ? (
        <Anchor component="button" type="button" size="sm" onClick={() => setUnfolded(true)}>
          {t('directory.other')}
        </Anchor>
      ) : (
        <>
          <Divider
            label={t('directory.password')}
            styles={{ label: { color: 'var(--mantine-color-dimmed)' } }}
          />
          {setup.local_sign_in !== 'everyone' && <Text size="sm">{t('directory.emergency')}</Text>}
          <Password isSecond />
        </>
      )}
    </>
  )
}

function Password({ isSecond = false }: { readonly isSecond?: boolean }) {
  const { t } = useTranslation('signIn')
  return (
    <>
      <PasswordForm isSecond={isSecond} />
      <Text size="sm" c="dimmed">
        {t('signIn.lost')}
      </Text>
    </>
  )
}

/** @param isSecond whether there is a way above that most users take */
function PasswordForm({ isSecond }: { readonly isSecond: boolean }) {
  const { t } = useTranslation('signIn')
  const api = useApi()
  const keep = useKeepSession()
  const { error, isBusy, attempt } = useAttempt()
  const known = useSignInAs()
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<readonly ('email' | 'password')[]>([])
  const isRefused = isRefusedWith(error, 'unauthenticated')
  async function send() {
    const json = { email, password }
    try {
      keep(await api.ask<SignedInJson>('/sign-in', { method: 'POST', json }))
    } catch (failure) {
      setPassword('')
      throw failure
    }
  }
  function signIn(event: FormEvent) {
    event.preventDefault()
    const found = missingOf(email, password)
    setMissing(found)
    if (found.length === 0) void attempt(send)
  }
  return (
    <form onSubmit={signIn} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('fields.email')}
          type="email"
          autoComplete="username"
          autoFocus={!isSecond && known === ''}
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
          visibilityToggleButtonProps={{ 'aria-label': t('fields.showPassword'), tabIndex: 0 }}
          value={password}
          error={missing.includes('password') ? t('fields.passwordMissing') : isRefused}
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            setMissing(missing.filter((field) => field !== 'password'))
          }}
        />
        <Trouble error={error} />
        <Button
          type="submit"
          loading={isBusy}
          fullWidth
          {...(isSecond ? { variant: 'default' } : {})}
        >
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
  if (!isRefusedWith(error, 'unauthenticated')) return <ErrorState error={error} />
  return (
    <Alert role="alert" color="red" variant="light">
      {t(hasFault(error, 'local_sign_in_off') ? 'signIn.localOff' : 'signIn.wrong')}
    </Alert>
  )
}

/** Before the first administrator exists, says where to find the set-up link. */
function SetupHint() {
  const { t } = useTranslation('signIn')
  const { data: setup } = useRead<SetupJson>('/setup')
  if (!setup?.needed) return null
  return (
    <Alert color="accent" variant="light" title={t('signIn.setupTitle')}>
      {t('signIn.setupText')} <code className="svc-mono">svc users setup-link</code>
    </Alert>
  )
}
