// The next step of signing in again: password, second factor, account notices. Users of the directory, and those who
// must set up a second factor, do so in another tab, so that this page stays.

import { Alert, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SetupJson, SignedInJson } from '../../../server/users/user-json.ts'
import { useApi } from '../../api/api-context.tsx'
import { hasFault } from '../../api/refusal.ts'
import { useKeepSession } from '../../api/session.ts'
import { useRead } from '../../api/use-api.ts'
import { NoticesForm } from '../../pages/sign-in/notices-step.tsx'
import { SecondFactorForm } from '../../pages/sign-in/second-step.tsx'
import { ProofForm } from '../proof/proof-form.tsx'

interface SignInAgainProps {
  readonly me: SignedInJson
  /** The session of the same user that has begun. */
  readonly begun: SignedInJson | undefined
}

export function SignInAgain({ me, begun }: SignInAgainProps) {
  const { t } = useTranslation('account')
  switch (begun?.stage) {
    case 'full':
      return <NoticesForm me={begun} />
    case 'password':
      return <SecondFactorForm me={begun} />
    case 'enrolment':
      return (
        <OtherTab
          address="/console/enrol"
          text={t('sessionEnded.enrol.text')}
          action={t('sessionEnded.enrol.action')}
        />
      )
    case undefined:
      return me.user.source === 'local' ? <Password email={me.user.email} /> : <Directory />
  }
}

function Password({ email }: { readonly email: string }) {
  const { t } = useTranslation('signIn')
  const api = useApi()
  const keep = useKeepSession()
  const [error, setError] = useState<unknown>(undefined)
  if (hasFault(error, 'local_sign_in_off')) {
    return (
      <Alert role="alert" color="red" variant="light">
        {t('signIn.localOff')}
      </Alert>
    )
  }
  return (
    <ProofForm
      ways={['password']}
      action={t('signIn.action')}
      challengePath=""
      error={error}
      onProof={async (proof) => {
        if (proof.method !== 'password') return
        setError(undefined)
        const json = { email, password: proof.password }
        try {
          keep(await api.ask<SignedInJson>('/sign-in', { method: 'POST', json }))
        } catch (failure) {
          setError(failure)
        }
      }}
    />
  )
}

function Directory() {
  const { t } = useTranslation('account')
  const { data: setup } = useRead<SetupJson>('/setup')
  const name = setup?.directory?.name ?? 'OpenID Connect'
  return (
    <OtherTab
      address="/console/sign-in"
      text={t('sessionEnded.directory.text')}
      action={t('sessionEnded.directory.action', { name })}
    />
  )
}

interface OtherTabProps {
  readonly address: string
  readonly text: string
  readonly action: string
}

function OtherTab({ address, text, action }: OtherTabProps) {
  return (
    <Stack gap="md">
      <Text size="sm">{text}</Text>
      <Button component="a" href={address} target="_blank" rel="noopener" fullWidth>
        {action}
      </Button>
    </Stack>
  )
}
