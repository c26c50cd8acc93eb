// What the tab of the browser is called: the page, then the product.

import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { TitledFeature } from '../pages/page.ts'

export function usePageTitle(feature: TitledFeature | undefined): void {
  const title = useTitle(feature)
  useEffect(() => {
    document.title = title === undefined ? 'svc' : `${title} · svc`
  }, [title])
}

/** The name of a page, from the words of its feature. */
export function useTitleOf(): (feature: TitledFeature) => string {
  const { i18n } = useTranslation()
  return (feature) => String(i18n.getResource(i18n.language, feature, 'title'))
}

function useTitle(feature: TitledFeature | undefined): string | undefined {
  const titleOf = useTitleOf()
  return feature === undefined ? undefined : titleOf(feature)
}
