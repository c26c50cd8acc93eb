// The top of the page: how the verification stands, whose it is once shown, and what can be done with it.

import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CasePartProps } from './case-parts.tsx'

export function CaseHeader({ opened }: CasePartProps) {
  const { t } = useTranslation('cases')
  return <Title order={1}>{t(`detail.status.${opened.status}`)}</Title>
}
