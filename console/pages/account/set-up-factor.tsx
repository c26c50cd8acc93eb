// Sets up a second factor: authenticator app or passkey.

import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignedInJson } from '../../../server/users/user-json.ts'
import { isPasskeyPossible } from '../../frame/proof/passkeys.ts'
import { SetUpApp } from './set-up-app.tsx'
import { SetUpPasskey } from './set-up-passkey.tsx'

/**
 * The server's response: recovery codes if they are new, and the session if the sign-in waited for
 * this.
 */
export type Enrolled = { readonly recovery_codes: readonly string[] | null } & (
  | SignedInJson
  | Pick<SignedInJson, 'stage' | 'csrf_token'>
)

export interface SetUpFactorProps {
  readonly onEnrolled: (enrolled: Enrolled) => void
}

export function SetUpFactor({ onEnrolled }: SetUpFactorProps) {
  const { t } = useTranslation('account')
  const [way, setWay] = useState('app')
  return (
    <Stack gap="md">
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('factors.choose')}
        value={way}
        onChange={setWay}
        transitionDuration={120}
        data={[
          { value: 'app', label: t('factors.app') },
          { value: 'passkey', label: t('factors.passkey') },
        ]}
      />
      {way === 'app' && <SetUpApp onEnrolled={onEnrolled} />}
      {way === 'passkey' && isPasskeyPossible() && <SetUpPasskey onEnrolled={onEnrolled} />}
      {way === 'passkey' && !isPasskeyPossible() && (
        <Text c="dimmed">{t('factors.passkeyImpossible')}</Text>
      )}
    </Stack>
  )
}
