// Shown when a page fails to load or to render. Reloading also helps after an update of the
// appliance, when files of the old version are gone.

import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './parts/empty-state.tsx'

export function BrokenPage() {
  const { t } = useTranslation('frame')
  return (
    <EmptyState title={t('broken.title')} text={t('broken.text')}>
      <Button onClick={() => location.reload()}>{t('broken.reload')}</Button>
    </EmptyState>
  )
}
