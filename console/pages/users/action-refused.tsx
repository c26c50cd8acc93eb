// Why the server refused an action on a user, in the reader's language where the code is known.

import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ApiRefusal } from '../../api/refusal.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'

const known = [
  'oneself',
  'last_administrator',
  'user_disabled',
  'both_resets',
  'approval_pending',
  'changed_meanwhile',
  'directory_role',
  'directory_password',
] as const

export function ActionRefused({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('users')
  const { t: tErrors } = useTranslation('errors')
  if (!error) return null
  const code = known.find((one) => codesIn(error).includes(one))
  if (code === undefined) return <ErrorState error={error} />
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={tErrors('refused')}
    >
      {t(`refused.${code}`)}
    </Alert>
  )
}

function codesIn(error: unknown): readonly string[] {
  return error instanceof ApiRefusal ? error.parts.details.map(({ code }) => code) : []
}
