// Second step of signing in: the factor that was set up.

import { Anchor, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignedInJson } from '../../../server/staff/staff-json.ts'
import { useApi } from '../../api/api-context.tsx'
import { useKeepSession } from '../../api/session.ts'
import { type Proof, ProofForm } from '../../frame/proof/proof-form.tsx'
import { useSignOut } from '../../frame/use-sign-out.ts'
import { Door } from './door.tsx'

export function SecondStep({ me }: { readonly me: SignedInJson }) {
  const { t } = useTranslation('door')
  const api = useApi()
  const keep = useKeepSession()
  const signOut = useSignOut()
  const [error, setError] = useState<unknown>(undefined)

  async function prove(proof: Proof): Promise<void> {
    setError(undefined)
    try {
      const asked = { method: 'POST', json: proof } as const
      keep(await api.ask<SignedInJson>('/sign-in/second-factor', asked))
    } catch (failure) {
      setError(failure)
    }
  }

  return (
    <Door title={t('second.title')} text={t('second.text', { email: me.member.email })}>
      <ProofForm
        ways={me.factors}
        action={t('signIn.action')}
        challengePath="/sign-in/passkey-challenge"
        error={error}
        onProof={prove}
      />
      <Text size="sm" c="dimmed">
        {t('second.lost')}{' '}
        <Anchor component="button" type="button" size="sm" onClick={() => signOut()}>
          {t('second.other')}
        </Anchor>
      </Text>
    </Door>
  )
}
