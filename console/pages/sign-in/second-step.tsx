// Second step of the sign-in: the second factor.

import { Alert, Anchor, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignedInJson } from '../../../server/users/user-json.ts'
import { useApi } from '../../api/api-context.tsx'
import { hasFault } from '../../api/refusal.ts'
import { useKeepSession } from '../../api/session.ts'
import { NotificationCorner } from '../../frame/parts/notification-corner.tsx'
import { notify } from '../../frame/parts/notify.ts'
import type { Proof } from '../../frame/proof/proof.ts'
import { ProofForm } from '../../frame/proof/proof-form.tsx'
import { useSignOut } from '../../frame/use-sign-out.ts'
import { SignInLayout } from './sign-in-layout.tsx'

export function SecondStep({ me }: { readonly me: SignedInJson }) {
  const { t } = useTranslation('signIn')
  const signOut = useSignOut()
  return (
    <SignInLayout title={t('second.title')} text={t('second.text', { email: me.user.email })}>
      <SecondFactorForm me={me} />
      <Text size="sm" c="dimmed">
        {t('second.lost')}{' '}
        <Anchor component="button" type="button" size="sm" onClick={() => signOut()}>
          {t('second.other')}
        </Anchor>
      </Text>
      <NotificationCorner />
    </SignInLayout>
  )
}

/** The step without its page. */
export function SecondFactorForm({ me }: { readonly me: SignedInJson }) {
  const { t } = useTranslation('signIn')
  const api = useApi()
  const keep = useKeepSession()
  const [error, setError] = useState<unknown>(undefined)
  const ways = me.codes_locked ? me.factors.filter((way) => way !== 'totp') : me.factors

  async function prove(proof: Proof): Promise<void> {
    setError(undefined)
    try {
      const asked = { method: 'POST', json: proof } as const
      keep(await api.ask<SignedInJson>('/sign-in/second-factor', asked))
      if (proof.method === 'recovery_code') {
        notify({ message: t('second.recovered'), color: 'accent', autoClose: false })
      }
    } catch (failure) {
      // This code caused the lock, or the codes were locked by attempts elsewhere.
      if (hasFault(failure, 'factor_locked')) keep({ ...me, codes_locked: true })
      else setError(failure)
    }
  }

  return (
    <>
      {me.codes_locked && (
        <Alert color="red" variant="light" title={t('second.lockedTitle')}>
          {t(ways.length === 0 ? 'second.lockedOut' : 'second.lockedText')}
        </Alert>
      )}
      {ways.length > 0 && (
        <ProofForm
          key={ways[0]}
          ways={ways}
          action={t('signIn.action')}
          challengePath="/sign-in/passkey-challenge"
          error={error}
          onProof={prove}
        />
      )}
    </>
  )
}
