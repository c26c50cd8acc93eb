// Button that leads to the bank's directory.

import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useDepart } from '../../frame/directory-visit.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { LinkError } from './link-error.tsx'
import { wayOn } from './way-on.ts'

interface DirectoryButtonProps {
  /** Of the directory. */
  readonly name: string
  /** Token of the invitation that is accepted with it. */
  readonly invitation?: string
}

export function DirectoryButton({ name, invitation }: DirectoryButtonProps) {
  const { t } = useTranslation('signIn')
  const depart = useDepart()
  const [parameters] = useSearchParams()
  const [error, setError] = useState<unknown>(undefined)
  const [isBusy, setBusy] = useState(false)
  async function leave(): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      await depart({ kind: 'sign_in', next: wayOn(parameters.get('next')) }, invitation)
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <Stack gap="sm">
      <Button fullWidth loading={isBusy} onClick={leave}>
        {t('directory.action', { name })}
      </Button>
      {invitation === undefined ? (
        error !== undefined && <ErrorState error={error} />
      ) : (
        <LinkError error={error} />
      )}
    </Stack>
  )
}
