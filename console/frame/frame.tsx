// Entrance to all pages behind the sign-in. Redirects to the sign-in when there is no session, and back afterwards.

import { Box } from '@mantine/core'
import { Navigate, useLocation } from 'react-router'
import { MeContext, useSession } from '../api/session.ts'
import { ErrorState } from './parts/error-state.tsx'
import { SignedInFrame } from './signed-in-frame.tsx'

export function PageFrame() {
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
