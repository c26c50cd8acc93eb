// Entrance to all pages behind the sign-in. Redirects to the sign-in when there is no session, and back afterwards. If
// the session ends later, the page is kept until its user signs in again or leaves, or somebody else signs in.

import { Box } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { SignedInJson } from '../../server/users/user-json.ts'
import { useSession } from '../api/session.ts'
import { KeptPage } from './kept-page.tsx'
import { ErrorState } from './parts/error-state.tsx'

export function PageFrame() {
  const session = useSession()
  const { pathname, search } = useLocation()
  const me = session.kind === 'in' && session.me.stage === 'full' ? session.me : undefined
  const present = me?.notices.length === 0 ? me : undefined
  const [kept, setKept] = useState(present)
  if (me !== undefined && kept !== undefined && !isSameAccess(me, kept)) return <OtherUser />
  if (present !== undefined && present !== kept) setKept(present)
  const isLeft = session.kind === 'out' && !session.hasEnded
  const shown = present ?? (isLeft ? undefined : kept)
  if (shown !== undefined) return <KeptPage me={shown} isPresent={present !== undefined} />
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
      return <Navigate to={kept ? '/sign-in' : signedOutPageOf(`${pathname}${search}`)} replace />
    case 'in':
      if (session.me.stage === 'enrolment') return <Navigate to="/enrol" replace />
      return <Navigate to={me ? signedOutPageOf(`${pathname}${search}`) : '/sign-in'} replace />
  }
}

/** A page shows what its user's role was allowed to read. */
function isSameAccess(me: SignedInJson, before: SignedInJson): boolean {
  return me.user.id === before.user.id && me.user.role === before.user.role
}

/**
 * Somebody else has signed in, in another tab, or the same user with another role: they get their own first page, and
 * nothing that was read before.
 */
function OtherUser() {
  useEffect(() => location.replace('/console'), [])
  return null
}

/** The page to return to is in the address, so it survives a reload. */
function signedOutPageOf(wanted: string): string {
  return wanted === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ next: wanted })}`
}
