// Creates a passkey or registers a security key, under a name.

import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/use-api.ts'
import { useAttempt } from '../../api/use-attempt.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { makePasskey } from '../../frame/proof/passkeys.ts'
import type { EnrolledJson, SetUpFactorProps } from './enrolled.ts'

export function SetUpPasskey({ onEnrolled }: SetUpFactorProps) {
  const { t } = useTranslation('account')
  const [name, setName] = useState('')
  const { error, isBusy, attempt } = useAttempt()
  const challenge = useChange<void, Parameters<typeof makePasskey>[0]>(() => ({
    path: '/me/passkeys/challenge',
    method: 'POST',
    json: {},
  }))
  const keep = useChange<unknown, EnrolledJson>((response) => ({
    path: '/me/passkeys',
    method: 'POST',
    json: { name: name.trim(), response },
  }))

  async function make(): Promise<void> {
    const response = await makePasskey(await challenge.mutateAsync())
    if (response !== undefined) onEnrolled(await keep.mutateAsync(response))
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        attempt(make)
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
