// Account notices: changes of a user's account, and attempts at one. The owner sees them at the next sign-in
// and in the account's list. The rules on resets and on four eyes read the same records.

import type { AuditActor } from '../../audit/audit.ts'
import { dayMs } from '../../kernel/durations.ts'
import type { Role } from '../role.ts'

/** Closed list, in no order. Values are stored and therefore never renamed. */
export type AccountNoticeKind =
  | 'created'
  | 'invited'
  | 'role_changed'
  | 'disabled'
  | 'enabled'
  | 'password_reset_started'
  | 'password_reset'
  | 'password_changed'
  | 'second_factor_reset'
  | 'invited_again'
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'recovery_codes_made'
  | 'wrong_codes'
  | 'second_factor_locked'
  | 'unusual_sign_in'

/** Kinds that are listed but not shown at sign-in, because the owner knows of them. */
const quietKinds: ReadonlySet<AccountNoticeKind> = new Set(['created', 'invited'])

export function isShownAtSignIn(kind: AccountNoticeKind): boolean {
  return !quietKinds.has(kind)
}

/** Whether somebody else than before may be able to sign in afterwards. */
export function isReset(kind: AccountNoticeKind): boolean {
  return kind === 'password_reset' || kind === 'second_factor_reset' || kind === 'invited_again'
}

export interface AccountNotice {
  readonly id: string
  /** The account's owner. */
  readonly userId: string
  readonly kind: AccountNoticeKind
  /** For wrong codes, the time of the last one. */
  readonly at: number
  /** Who did it; for a password that was set with a link, whoever issued the link. */
  readonly by: AuditActor
  /** The second administrator, if one had to approve. */
  readonly approvedById: string | undefined
  readonly role: Role | undefined
  readonly previousRole: Role | undefined
  /** Number of wrong codes; 1 for every other kind. */
  readonly count: number
  /** The session in which wrong codes were typed or the owner made the change. */
  readonly sessionId: string | undefined
  readonly clientAddress: string | undefined
  /** User agent of an unusual sign-in. */
  readonly browser: string | undefined
  readonly seenAt: number | undefined
}

/** How long notices are kept once they were seen; unseen ones are kept until they are seen. */
export const noticesKeptMs = 90 * dayMs

/** How far back a reset makes seen notices unseen again. */
export const shownAgainMs = 30 * dayMs

/** A notice with the names of the users who acted and approved. */
export interface NamedNotice extends AccountNotice {
  readonly byName: string | undefined
  readonly approvedByName: string | undefined
}
