// What is shown where there is no page to show: the first one that this person has, or why there is none.

import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router'
import { useMay } from '../api/session.ts'
import { pages } from '../pages/pages.tsx'
import { EmptyState } from './parts/empty-state.tsx'
import { usePageTitle } from './use-page-title.ts'

/** Of `/console` itself. */
export function FirstPage() {
  const may = useMay()
  const first = pages.find(
    ({ navigation, permission }) =>
      navigation !== undefined && (permission === undefined || may(permission)),
  )
  return <Navigate to={first?.path ?? '/account'} replace />
}

export function NotFoundPage() {
  const { t } = useTranslation('frame')
  usePageTitle(t('notFound.title'))
  return (
    <EmptyState title={t('notFound.title')} text={t('notFound.text')}>
      <Button component={Link} to="/" variant="default">
        {t('notFound.back')}
      </Button>
    </EmptyState>
  )
}

export function ForbiddenPage() {
  const { t } = useTranslation('frame')
  usePageTitle(t('forbidden.title'))
  return <EmptyState title={t('forbidden.title')} text={t('forbidden.text')} />
}
