// Shown where no delivery has the id in the address.

import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EmptyState } from '../../frame/parts/empty-state.tsx'
import { usePageTitle } from '../../frame/use-page-title.ts'

export function NoSuchDelivery({ webhookPath }: { readonly webhookPath: string }) {
  const { t } = useTranslation('webhooks')
  const title = t('noSuchDelivery.title')
  usePageTitle(title)
  return (
    <EmptyState title={title} text={t('noSuchDelivery.text')}>
      <Button component={Link} to={webhookPath} variant="default">
        {t('noSuchDelivery.back')}
      </Button>
    </EmptyState>
  )
}
