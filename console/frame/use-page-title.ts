// Sets the document title: page, then product.

import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageName } from '../pages/page.ts'

export function usePageTitle(name: PageName | undefined): void {
  const { t } = useTranslation('frame')
  const title = name === undefined ? 'svc' : `${t(`pages.${name}`)} · svc`
  useEffect(() => {
    document.title = title
  }, [title])
}
