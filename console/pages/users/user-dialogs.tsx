// Dialogs of the page, one at a time; remounted for each user, so that no state carries over.

import type { UserAccessJson } from '../../../server/users/user-json.ts'
import { loadPart } from '../../frame/load-part.tsx'

export type Managed = 'role' | 'link' | 'factor' | 'reinvite' | 'state' | 'sessions'

export type Open =
  | { readonly kind: 'invite' }
  | { readonly kind: Managed; readonly person: UserAccessJson }

const InviteDialog = loadPart(async () => (await import('./invite-dialog.tsx')).InviteDialog)
const RoleDialog = loadPart(async () => (await import('./role-dialog.tsx')).RoleDialog)
const LinkDialog = loadPart(async () => (await import('./link-dialog.tsx')).LinkDialog)
const ResetDialog = loadPart(async () => (await import('./reset-dialog.tsx')).ResetDialog)
const StateDialog = loadPart(async () => (await import('./state-dialog.tsx')).StateDialog)
const SessionsDialog = loadPart(async () => (await import('./sessions-dialog.tsx')).SessionsDialog)

interface UserDialogsProps {
  readonly open: Open | undefined
  /** Whether sessions may be ended or only viewed. */
  readonly mayEnd: boolean
  readonly onClose: () => void
}

export function UserDialogs({ open, mayEnd, onClose }: UserDialogsProps) {
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
