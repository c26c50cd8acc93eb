// Says that a proof was not taken, and what to try.

import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Way } from './proof-form.tsx'

export function ProofRefused({ way }: { readonly way: Way }) {
  const { t } = useTranslation('frame')
  return (
    <Alert role="alert" color="red" variant="light">
      {t(`proof.refused.${way}`)}
    </Alert>
  )
}
