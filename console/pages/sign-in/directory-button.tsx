// Button that leads to the bank's directory.

import { Button, Stack } from '@mantine/core'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useAttempt } from '../../api/use-attempt.ts'
import { useDepart } from '../../frame/directory-visit.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { wayOn } from './way-on.ts'

interface DirectoryButtonProps {
  /** Of the directory. */
  readonly name: string
  /** Token of the invitation that is accepted with it. */
  readonly invitation?: string
  /** Says why the directory cannot be visited. */
  readonly Trouble?: ComponentType<{ readonly error: unknown }>
}

export function DirectoryButton(props: DirectoryButtonProps) {
  const { name, invitation, Trouble = ErrorState } = props
  const { t } = useTranslation('signIn')
  const depart = useDepart()
  const [parameters] = useSearchParams()
  const { error, isBusy, attempt } = useAttempt()
  const leave = () =>
    attempt(() => depart({ kind: 'sign_in', next: wayOn(parameters.get('next')) }, invitation))
  return (
    <Stack gap="sm">
      <Button fullWidth loading={isBusy} onClick={leave}>
        {t('directory.action', { name })}
      </Button>
      {error !== undefined && <Trouble error={error} />}
    </Stack>
  )
}
