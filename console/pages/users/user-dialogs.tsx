// Dialogs of the page, one at a time; remounted for each user, so that no state carries over.

import { lazy, Suspense } from 'react'
import type { UserAccessJson } from '../../../server/users/user-json.ts'

export type Managed = 'role' | 'link' | 'factor' | 'reinvite' | 'state' | 'sessions'

export type Open =
  | { readonly kind: 'invite' }
  | { readonly kind: Managed; readonly person: UserAccessJson }

const InviteDialog = lazy(async () => ({
  default: (await import('./invite-dialog.tsx')).InviteDialog,
}))
const RoleDialog = lazy(async () => ({ default: (await import('./role-dialog.tsx')).RoleDialog }))
const LinkDialog = lazy(async () => ({ default: (await import('./link-dialog.tsx')).LinkDialog }))
const ResetDialog = lazy(async () => ({
  default: (await import('./reset-dialog.tsx')).ResetDialog,
}))
const StateDialog = lazy(async () => ({
  default: (await import('./state-dialog.tsx')).StateDialog,
}))
const SessionsDialog = lazy(async () => ({
  default: (await import('./sessions-dialog.tsx')).SessionsDialog,
}))

interface UserDialogsProps {
  readonly open: Open | undefined
  /** Whether sessions may be ended or only viewed. */
  readonly mayEnd: boolean
  readonly onClose: () => void
}

export function UserDialogs(props: UserDialogsProps) {
  return (
    <Suspense>
      <Opened {...props} />
    </Suspense>
  )
}

function Opened({ open, mayEnd, onClose }: UserDialogsProps) {
  switch (open?.kind) {
    case undefined:
      return null
    case 'invite':
      return <InviteDialog onClose={onClose} />
    case 'role':
      return <RoleDialog person={open.person} onClose={onClose} />
    case 'link':
      return <LinkDialog person={open.person} onClose={onClose} />
    case 'factor':
      return <ResetDialog kind="factor_reset" person={open.person} onClose={onClose} />
    case 'reinvite':
      return <ResetDialog kind="reinvitation" person={open.person} onClose={onClose} />
    case 'state':
      return <StateDialog person={open.person} onClose={onClose} />
    case 'sessions':
      return <SessionsDialog person={open.person} mayEnd={mayEnd} onClose={onClose} />
  }
}
