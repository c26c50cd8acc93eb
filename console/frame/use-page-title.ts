// Sets the document title: the page or the thing that it shows, then the product.

import { useEffect, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { PageName } from '../pages/page.ts'

/** The title of every address, until the page knows a better one: layout effects run first. */
export function useFramesTitle(name: PageName | undefined): void {
  const { t } = useTranslation('frame')
  const { pathname } = useLocation()
  const title = titled(name && t(`pages.${name}`))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address takes the title of the last one back
  useLayoutEffect(() => {
    document.title = title
  }, [title, pathname])
}

/** @param title no personal data: browsers keep it in their history; undefined leaves the frame's title */
export function usePageTitle(title: string | undefined): void {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (title !== undefined) document.title = titled(title)
  }, [title, pathname])
}

export function titled(title: string | undefined): string {
  return title === undefined ? 'svc' : `${title} – svc`
}
