// Errors of a link page; for an invalid link it says whom to ask for a new one, and leads to the sign-in.

import { Alert, Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { hasFault, isRefusedWith } from '../../api/refusal.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { isPasswordFault } from './new-password-fields.tsx'

export function LinkError({
  error,
  isSetup = false,
}: {
  readonly error: unknown
  readonly isSetup?: boolean
}) {
  if (error === undefined || isPasswordFault(error)) return null
  if (hasFault(error, 'local_sign_in_off')) return <PasswordsOff />
  if (!isRefusedWith(error, 'not_found')) return <ErrorState error={error} />
  return <SpentLink isSetup={isSetup} />
}

function PasswordsOff() {
  const { t } = useTranslation('signIn')
  return (
    <Alert role="alert" color="red" variant="light">
      {t('signIn.localOff')}
    </Alert>
  )
}

/** Who has used the link already can sign in. */
export function SpentLink({ isSetup = false }: { readonly isSetup?: boolean }) {
  const { t } = useTranslation('links')
  return (
    <Alert role="alert" color="red" variant="light" title={t('link.spentTitle')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {isSetup ? t('link.spentSetup') : t('link.spentText')}
          {isSetup && (
            <>
              {' '}
              <code className="svc-mono">svc users setup-link</code>
            </>
          )}
        </Text>
        <Button component={Link} to="/sign-in" size="xs" variant="default">
          {t('link.doneAction')}
        </Button>
      </Stack>
    </Alert>
  )
}
