// Shown where no verification has the id in the address.

import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EmptyState } from '../../frame/parts/empty-state.tsx'

export function NoSuchVerification() {
  const { t } = useTranslation('verifications')
  return (
    <EmptyState title={t('detail.notFound.title')} text={t('detail.notFound.text')}>
      <Button component={Link} to="/verifications" variant="default">
        {t('detail.back')}
      </Button>
    </EmptyState>
  )
}
