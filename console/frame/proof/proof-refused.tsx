// Says that a proof was refused, and what to try.

import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Way } from './proof.ts'

interface ProofRefusedProps {
  readonly way: Way
  /** True after too many wrong codes. */
  readonly isLocked?: boolean
}

export function ProofRefused({ way, isLocked = false }: ProofRefusedProps) {
  const { t } = useTranslation('frame')
  return (
    <Alert role="alert" color="red" variant="light">
      {isLocked && way === 'totp' ? t('proof.locked') : t(`proof.refused.${way}`)}
    </Alert>
  )
}
