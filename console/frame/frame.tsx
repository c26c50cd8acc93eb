// Layout of all pages behind the sign-in: navigation, top bar, content. Redirects to the sign-in
// when there is no session, and back afterwards.

import { Box } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router'
import { MeContext, useMay, useSession } from '../api/session.ts'
import type { Page } from '../pages/page.ts'
import { pages } from '../pages/pages.tsx'
import { useEnvironment } from './environment.tsx'
import classes from './frame.module.css'
import { Navigation } from './navigation.tsx'
import { ForbiddenPage } from './no-page.tsx'
import { ErrorState } from './parts/error-state.tsx'
import { TopBar } from './top-bar.tsx'
import { usePageTitle } from './use-page-title.ts'

export function Frame() {
  const session = useSession()
  const { pathname, search } = useLocation()
  switch (session.kind) {
    case 'reading':
      return null
    case 'unknown':
      return (
        <Box component="main" p="xl">
          <ErrorState error={session.error} onRetry={() => location.reload()} />
        </Box>
      )
    case 'out':
      return <Navigate to={signedOutPageOf(`${pathname}${search}`)} replace />
    case 'in':
      if (session.me.stage === 'full' && session.me.notices.length > 0) {
        return <Navigate to={signedOutPageOf(`${pathname}${search}`)} replace />
      }
      if (session.me.stage === 'full') {
        return (
          <MeContext value={session.me}>
            <SignedInFrame />
          </MeContext>
        )
      }
      return <Navigate to={session.me.stage === 'enrolment' ? '/enrol' : '/sign-in'} replace />
  }
}

/** The page to return to is in the address, so it survives a reload. */
function signedOutPageOf(wanted: string): string {
  return wanted === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ next: wanted })}`
}

function SignedInFrame() {
  const { t } = useTranslation('frame')
  const { environment, shown } = useEnvironment()
  const page = useCurrentPage()
  const main = useFocusedMain()
  usePageTitle(page?.name)
  return (
    <div className={classes.frame} data-environment={page?.showsEnvironment ? environment : shown}>
      <a href="#main" className={classes.skip}>
        {t('skip')}
      </a>
      <Navigation className={classes.aside} />
      <TopBar page={page} />
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <div className={classes.content}>
          <AllowedPage page={page} />
        </div>
      </main>
      <ScrollRestoration />
    </div>
  )
}

function AllowedPage({ page }: { readonly page: Page | undefined }) {
  const may = useMay()
  if (page?.permission !== undefined && !may(page.permission)) return <ForbiddenPage />
  return <Outlet />
}

function useCurrentPage(): Page | undefined {
  const handle = useMatches().at(-1)?.handle
  return pages.find((page) => page === handle)
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
