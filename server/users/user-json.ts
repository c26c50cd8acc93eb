// JSON shapes of users, sessions, links and notices, for the console and `svc users`.

import type { Approval } from '../approvals/approval.ts'
import type { localSignInModes } from '../directory/directory.ts'
import { isoOrNull, toIso } from '../kernel/clock.ts'
import type { NamedNotice } from './notices/account-notice.ts'
import { describePermission, permissions, permissionsOf, roleMay, roles } from './role.ts'
import type {
  IssuedLink,
  Passkey,
  SecondFactor,
  Session,
  SignedIn,
  User,
  UserAccess,
} from './user.ts'

export function userJson(user: User) {
  const { id, email, name, role, state, createdAt, lastSignedInAt, directory } = user
  return {
    id,
    email,
    name,
    role,
    state,
    /** Where the account comes from and its owner signs in. */
    source: directory === undefined ? ('local' as const) : ('directory' as const),
    created_at: toIso(createdAt),
    last_signed_in_at: isoOrNull(lastSignedInAt),
  }
}

export type UserJson = ReturnType<typeof userJson>

export function userAccessJson(user: UserAccess) {
  return {
    ...userJson(user),
    /** False until the invitation is accepted, and for users of the bank's directory. */
    has_password: user.passwordChangedAt !== undefined,
    second_factors: user.secondFactors,
    open_sessions: user.openSessions,
    /** Until when the link of an invited user works; null where none does. */
    invitation_until: isoOrNull(user.invitationUntil),
    /** After too many wrong codes, TOTP codes are refused until a recovery code is used or a reset. */
    codes_locked: user.hasLockedCodes,
  }
}

/** A user as administrators see them. */
export type UserAccessJson = ReturnType<typeof userAccessJson>

/** The link is shown once, to the administrator who passes it on. */
export interface InvitedJson {
  readonly user: UserJson
  readonly link: LinkJson
}

export function waitingJson({ id, expiresAt }: Approval) {
  return { approval: { id, expires_at: toIso(expiresAt) } }
}

/** Nothing has changed yet: another administrator must approve. */
export type WaitingJson = ReturnType<typeof waitingJson>

export interface IssuedLinkJson extends InvitedJson {
  readonly kind: 'invitation' | 'password_reset'
}

export function linkJson({ url, expiresAt }: IssuedLink) {
  return { url, expires_at: toIso(expiresAt) }
}

export type LinkJson = ReturnType<typeof linkJson>

export function sessionJson(session: Session, currentId: string | undefined) {
  return {
    id: session.id,
    current: session.id === currentId,
    stage: session.stage,
    created_at: toIso(session.createdAt),
    used_at: toIso(session.usedAt),
    client_address: session.clientAddress,
    browser: session.browser,
  }
}

export type SessionJson = ReturnType<typeof sessionJson>

export function passkeyJson({ id, name, createdAt, lastUsedAt }: Passkey) {
  return {
    id,
    name,
    created_at: toIso(createdAt),
    last_used_at: isoOrNull(lastUsedAt),
  }
}

export type PasskeyJson = ReturnType<typeof passkeyJson>

export function accountNoticeJson(notice: NamedNotice) {
  const { id, kind, at, by, byName, approvedById, approvedByName } = notice
  return {
    id,
    kind,
    at: toIso(at),
    by: { kind: by.kind, id: by.id ?? null, name: byName ?? null },
    /** The second administrator, if one had to approve. */
    approved_by:
      approvedById === undefined ? null : { id: approvedById, name: approvedByName ?? null },
    role: notice.role ?? null,
    count: notice.count,
    client_address: notice.clientAddress ?? null,
    /** User agent of an unusual sign-in. */
    browser: notice.browser ?? null,
    seen: notice.seenAt !== undefined,
  }
}

export type AccountNoticeJson = ReturnType<typeof accountNoticeJson>

export function signedInJson(
  { user, session, csrfToken }: Pick<SignedIn, 'user' | 'session' | 'csrfToken'>,
  /** Second factors for the second step and for confirming one's identity. */
  factors: readonly SecondFactor[],
  /** Unseen notices, oldest first. Empty until sign-in is complete. */
  notices: readonly NamedNotice[],
) {
  return {
    user: userJson(user),
    stage: session.stage,
    factors,
    /** TOTP codes are refused after too many wrong ones; another second factor is needed. */
    codes_locked: user.hasLockedCodes,
    notices: notices.map(accountNoticeJson),
    permissions: session.stage === 'full' ? permissionsOf(user.role) : [],
    csrf_token: csrfToken,
  }
}

/** State of a sign-in, and everything the page needs to continue. */
export type SignedInJson = ReturnType<typeof signedInJson>

/** What the sign-in page needs before anybody is signed in. */
export interface SetupJson {
  /** Whether the first administrator is still to be set up, which only the set-up link allows. */
  readonly needed: boolean
  /** The bank's directory, if users can sign in with it. */
  readonly directory: { readonly name: string } | null
  readonly local_sign_in: (typeof localSignInModes)[number]
}

/** Where the browser goes on to: to the bank's directory. */
export interface SignedOutJson {
  readonly continue_at: string
}

export function roleTableJson() {
  return {
    roles,
    permissions: permissions.map((permission) => ({
      permission,
      means: describePermission(permission),
      roles: roles.filter((role) => roleMay(role, permission)),
    })),
  }
}

export type RoleTableJson = ReturnType<typeof roleTableJson>
