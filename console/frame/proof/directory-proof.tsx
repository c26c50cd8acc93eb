// Proof of identity at the bank's directory, for its users without a second factor of this appliance: in a tab of its
// own, so that this page stays as it is and goes on by itself.

import { Button, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { SetupJson } from '../../../server/users/user-json.ts'
import { useRead } from '../../api/use-api.ts'
import { confirmQuery, onConfirmation } from '../directory-visit.ts'

interface DirectoryProofProps {
  /** Called once the user has confirmed in the other tab. */
  readonly onConfirmed: () => void
}

export function DirectoryProof({ onConfirmed }: DirectoryProofProps) {
  const { t } = useTranslation('frame')
  const { data: setup } = useRead<SetupJson>('/setup')
  const name = setup?.directory?.name ?? 'OpenID Connect'
  useEffect(() => onConfirmation(onConfirmed), [onConfirmed])
  return (
    <Stack gap="md">
      <Text size="sm">{t('proof.directoryText', { name })}</Text>
      <Button
        component="a"
        href={`/console/sign-in/directory${confirmQuery}`}
        target="_blank"
        rel="noopener"
        fullWidth
        data-autofocus
      >
        {t('proof.directory', { name })}
      </Button>
    </Stack>
  )
}
