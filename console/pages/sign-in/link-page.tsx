// Shared page of invitation and reset links: choose a password, then sign in.

import { Button, Divider, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SetupJson, UserJson } from '../../../server/users/user-json.ts'
import { useApi } from '../../api/api-context.tsx'
import { useRead } from '../../api/use-api.ts'
import { useAttempt } from '../../api/use-attempt.ts'
import { DirectoryButton } from './directory-button.tsx'
import { LinkError, SpentLink } from './link-error.tsx'
import { emptyPassword, NewPasswordFields, usePasswordRules } from './new-password-fields.tsx'
import { signInAs } from './sign-in-as.ts'
import { SignInLayout } from './sign-in-layout.tsx'
import { useLinkToken } from './use-link-token.ts'

interface LinkPageProps {
  readonly title: string
  readonly text: string
  /** Of an invitation: the bank's directory makes a password unnecessary. */
  readonly mayUseDirectory?: boolean
}

export function LinkPage({ title, text, mayUseDirectory = false }: LinkPageProps) {
  const token = useLinkToken()
  const [user, setUser] = useState<UserJson | undefined>(undefined)
  if (user !== undefined) return <Done user={user} />
  if (token === undefined) {
    return (
      <SignInLayout title={title}>
        <SpentLink />
      </SignInLayout>
    )
  }
  return (
    <SignInLayout title={title} text={text}>
      {mayUseDirectory && <WithDirectory token={token} />}
      <PasswordForm token={token} onDone={setUser} />
    </SignInLayout>
  )
}

function WithDirectory({ token }: { readonly token: string }) {
  const { t } = useTranslation('signIn')
  const { data: setup } = useRead<SetupJson>('/setup')
  if (setup?.directory == null) return null
  return (
    <>
      <DirectoryButton name={setup.directory.name} invitation={token} Trouble={LinkError} />
      <Text size="sm" c="dimmed">
        {t('directory.invitation')}
      </Text>
      <Divider
        label={t('directory.choose')}
        styles={{ label: { color: 'var(--mantine-color-dimmed)' } }}
      />
    </>
  )
}

interface PasswordFormProps {
  readonly token: string
  readonly onDone: (user: UserJson) => void
}

function PasswordForm({ token, onDone }: PasswordFormProps) {
  const { t } = useTranslation('links')
  const api = useApi()
  const validate = usePasswordRules()
  const { error, isBusy, attempt } = useAttempt()
  const form = useForm({ initialValues: emptyPassword, validate })
  const accept = form.onSubmit(({ password }) =>
    attempt(async () => {
      const json = { token, password }
      onDone(await api.ask<UserJson>('/links/accept', { method: 'POST', json }))
    }),
  )
  return (
    <form onSubmit={accept} noValidate>
      <Stack gap="md">
        <NewPasswordFields form={form} error={error} />
        <LinkError error={error} />
        <Button type="submit" loading={isBusy} fullWidth>
          {t('link.action')}
        </Button>
      </Stack>
    </form>
  )
}

function Done({ user }: { readonly user: UserJson }) {
  const { t } = useTranslation('links')
  return (
    <SignInLayout title={t('link.doneTitle')}>
      <Text>{t('link.doneText', { email: user.email })}</Text>
      <Button component={Link} to="/sign-in" state={signInAs(user.email)} fullWidth>
        {t('link.doneAction')}
      </Button>
    </SignInLayout>
  )
}
