// Sets up a second factor: authenticator app or passkey.

import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceSwitch } from '../../frame/parts/choice-switch.tsx'
import { isPasskeyPossible } from '../../frame/proof/passkeys.ts'
import type { SetUpFactorProps } from './enrolled.ts'
import { SetUpApp } from './set-up-app.tsx'
import { SetUpPasskey } from './set-up-passkey.tsx'

export function SetUpFactor({ onEnrolled, hasApp = false }: SetUpFactorProps) {
  const { t } = useTranslation('account')
  const [way, setWay] = useState<'app' | 'passkey'>('app')
  return (
    <Stack gap="md">
      <ChoiceSwitch
        isWide
        name={{ label: t('factors.choose') }}
        value={way}
        onChoose={setWay}
        choices={[
          { value: 'app', label: t('factors.app') },
          { value: 'passkey', label: t('factors.passkey') },
        ]}
      />
      {/* Only hidden: drawn anew it would show another key than the one that was scanned. */}
      <div hidden={way !== 'app'}>
        <SetUpApp onEnrolled={onEnrolled} hasApp={hasApp} />
      </div>
      {way === 'passkey' && isPasskeyPossible() && <SetUpPasskey onEnrolled={onEnrolled} />}
      {way === 'passkey' && !isPasskeyPossible() && (
        <Text c="dimmed">{t('factors.passkeyImpossible')}</Text>
      )}
    </Stack>
  )
}
