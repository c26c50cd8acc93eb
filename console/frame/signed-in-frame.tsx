// Layout of all pages behind the sign-in: navigation, top bar, content.

import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router'
import { useMay, useReadableEnvironments } from '../api/session.ts'
import type { ConsolePage } from '../pages/page.ts'
import { pages } from '../pages/pages.tsx'
import { useEnvironment } from './environment.tsx'
import classes from './frame.module.css'
import { Navigation } from './navigation.tsx'
import { ForbiddenPage } from './no-page.tsx'
import { PlaceProvider } from './page-place.tsx'
import { NotificationsOnDemand } from './parts/notifications-on-demand.tsx'
import { TopBar } from './top-bar.tsx'
import { UnknownParametersOnDemand } from './unknown-parameters/unknown-parameters-on-demand.tsx'
import { useFramesTitle } from './use-page-title.ts'
import { useTouchTexts } from './use-touch-texts.ts'

export function SignedInFrame() {
  const { t } = useTranslation('frame')
  const { environment, shown } = useEnvironment()
  const page = useCurrentPage()
  const isSwitched = useIsSwitched(page)
  const main = useFocusedMain()
  useFramesTitle(page?.name)
  useTouchTexts()
  return (
    <div className={classes.frame} data-environment={isSwitched ? environment : shown}>
      <a href="#main" className={classes.skip}>
        {t('skip')}
      </a>
      <Navigation className={classes.aside} />
      <PlaceProvider>
        <TopBar page={page} isSwitched={isSwitched} />
        <main id="main" ref={main} tabIndex={-1} className={classes.main}>
          <div className={classes.content}>
            <AllowedPage page={page} />
            <p className={classes.paper}>{t('paper', { zone: zoneOfTimes() })}</p>
          </div>
        </main>
      </PlaceProvider>
      <ScrollRestoration />
      <NotificationsOnDemand isExpected={page !== undefined && page.name !== 'overview'} />
    </div>
  )
}

/** Of this machine, as the times of all pages. */
function zoneOfTimes(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

function AllowedPage({ page }: { readonly page: ConsolePage | undefined }) {
  const may = useMay()
  if (page?.permission !== undefined && !may(page.permission)) return <ForbiddenPage />
  return (
    <>
      {page && <UnknownParametersOnDemand path={page.path} />}
      <Outlet />
    </>
  )
}

function useCurrentPage(): ConsolePage | undefined {
  const handle = useMatches().at(-1)?.handle
  return pages.find((page) => page === handle)
}

/** Not for roles to whom the page shows one environment alone. */
function useIsSwitched(page: ConsolePage | undefined): boolean {
  const readable = useReadableEnvironments()
  const isAboutVerifications = page?.permission === 'verifications.read_sandbox'
  return page?.showsEnvironment === true && !(isAboutVerifications && readable.length === 1)
}

/** Moves focus to the top of a new page, unless the page has set the focus itself. */
function useFocusedMain() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const seen = useRef(pathname)
  useEffect(() => {
    const hasFocus = main.current?.contains(document.activeElement) ?? false
    if (seen.current !== pathname && !hasFocus) main.current?.focus({ preventScroll: true })
    seen.current = pathname
  }, [pathname])
  return main
}
