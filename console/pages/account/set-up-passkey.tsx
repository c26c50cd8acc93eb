// A passkey or security key, under a name by which its owner tells it from others.

import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../api/api-context.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { makePasskey } from '../../frame/proof/passkeys.ts'
import type { Enrolled, SetUpFactorProps } from './set-up-factor.tsx'

export function SetUpPasskey({ onEnrolled }: SetUpFactorProps) {
  const { t } = useTranslation('account')
  const api = useApi()
  const [name, setName] = useState('')
  const [error, setError] = useState<unknown>(undefined)
  const [isBusy, setBusy] = useState(false)

  async function make(): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      const asked = { method: 'POST', json: {} } as const
      const options = await api.ask<Parameters<typeof makePasskey>[0]>(
        '/me/passkeys/challenge',
        asked,
      )
      const response = await makePasskey(options)
      if (response !== undefined) {
        const made = { method: 'POST', json: { name: name.trim(), response } } as const
        onEnrolled(await api.ask<Enrolled>('/me/passkeys', made))
      }
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        make()
      }}
    >
      <Stack gap="md">
        <Text>{t('passkey.text')}</Text>
        <TextInput
          label={t('passkey.name')}
          description={t('passkey.nameHint')}
          required
          withAsterisk={false}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {error === undefined ? null : <ErrorState error={error} />}
        <Button type="submit" loading={isBusy}>
          {t('passkey.action')}
        </Button>
      </Stack>
    </form>
  )
}
