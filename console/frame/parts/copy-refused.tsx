// Says that the browser refused its clipboard, which some companies forbid to pages.

import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function CopyRefused({ error }: { readonly error: Error | null }) {
  const { t } = useTranslation('frame')
  if (error === null) return null
  return (
    <Text role="alert" size="sm" c="var(--svc-error)">
      {t('copyRefused')}
    </Text>
  )
}
