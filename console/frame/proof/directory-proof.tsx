// Proof of identity at the bank's directory, for its users without a second factor of this appliance: the browser goes
// there and comes back to the same page.

import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SetupJson } from '../../../server/users/user-json.ts'
import { useRead } from '../../api/use-api.ts'
import { useAttempt } from '../../api/use-attempt.ts'
import { useDepart } from '../directory-visit.ts'
import { ErrorState } from '../parts/error-state.tsx'

export function DirectoryProof() {
  const { t } = useTranslation('frame')
  const depart = useDepart()
  const { data: setup } = useRead<SetupJson>('/setup')
  const { error, isBusy, attempt } = useAttempt()
  const name = setup?.directory?.name ?? 'OpenID Connect'
  function leave() {
    // The dialog stands outside the router.
    const { pathname, search } = location
    const next = `${pathname.replace(/^\/console/, '')}${search}`
    return attempt(() => depart({ kind: 'confirm', next }))
  }
  return (
    <Stack gap="md">
      <Text size="sm">{t('proof.directoryText', { name })}</Text>
      {error !== undefined && <ErrorState error={error} />}
      <Button loading={isBusy} fullWidth data-autofocus onClick={leave}>
        {t('proof.directory', { name })}
      </Button>
    </Stack>
  )
}
