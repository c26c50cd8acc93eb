// JSON shapes of users, sessions, links and notices, for the console and `svc users`.

import type { Approval } from '../approvals/approval.ts'
import type { AuditActorKind } from '../audit/audit.ts'
import { toIso } from '../kernel/clock.ts'
import type { AccountNoticeKind } from './account-notice.ts'
import type { NamedNotice } from './account-notices.ts'
import type { Passkey } from './factor-store.ts'
import type { SignedIn } from './request-origin.ts'
import {
  describePermission,
  type Permission,
  permissions,
  permissionsOf,
  type Role,
  roleMay,
  roles,
} from './role.ts'
import type { SecondFactor, Session, SessionStage, User, UserAccess, UserState } from './user.ts'
import type { IssuedLink } from './user-links.ts'

export interface UserJson {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly state: UserState
  readonly created_at: string
  readonly last_signed_in_at: string | null
}

export function userJson(user: User): UserJson {
  const { id, email, name, role, state, createdAt, lastSignedInAt } = user
  return {
    id,
    email,
    name,
    role,
    state,
    created_at: toIso(createdAt),
    last_signed_in_at: lastSignedInAt === undefined ? null : toIso(lastSignedInAt),
  }
}

/** A user as administrators see them. */
export interface UserAccessJson extends UserJson {
  /** False until the invitation is accepted. */
  readonly has_password: boolean
  readonly second_factors: readonly SecondFactor[]
  readonly open_sessions: number
  /** After too many wrong codes, TOTP codes are refused until a recovery code is used or a reset. */
  readonly codes_locked: boolean
}

export function userAccessJson(user: UserAccess): UserAccessJson {
  return {
    ...userJson(user),
    has_password: user.passwordChangedAt !== undefined,
    second_factors: user.secondFactors,
    open_sessions: user.openSessions,
    codes_locked: user.hasLockedCodes,
  }
}

/** The link is shown once, to the administrator who passes it on. */
export interface InvitedJson {
  readonly user: UserJson
  readonly link: LinkJson
}

/** Nothing has changed yet: another administrator must approve. */
export interface WaitingJson {
  readonly approval: { readonly id: string; readonly expires_at: string }
}

export function waitingJson({ id, expiresAt }: Approval): WaitingJson {
  return { approval: { id, expires_at: toIso(expiresAt) } }
}

export interface IssuedLinkJson extends InvitedJson {
  readonly kind: 'invitation' | 'password_reset'
}

export interface LinkJson {
  readonly url: string
  readonly expires_at: string
}

export function linkJson({ url, expiresAt }: IssuedLink): LinkJson {
  return { url, expires_at: toIso(expiresAt) }
}

export interface SessionJson {
  readonly id: string
  readonly current: boolean
  readonly stage: SessionStage
  readonly created_at: string
  readonly used_at: string
  readonly client_address: string
  readonly browser: string
}

export function sessionJson(session: Session, currentId: string | undefined): SessionJson {
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

export interface PasskeyJson {
  readonly id: string
  readonly name: string
  readonly created_at: string
  readonly last_used_at: string | null
}

export function passkeyJson({ id, name, createdAt, lastUsedAt }: Passkey): PasskeyJson {
  return {
    id,
    name,
    created_at: toIso(createdAt),
    last_used_at: lastUsedAt === undefined ? null : toIso(lastUsedAt),
  }
}

export interface AccountNoticeJson {
  readonly id: string
  readonly kind: AccountNoticeKind
  readonly at: string
  readonly by: {
    readonly kind: AuditActorKind
    readonly id: string | null
    readonly name: string | null
  }
  /** The second administrator, if one had to approve. */
  readonly approved_by: { readonly id: string; readonly name: string | null } | null
  readonly role: Role | null
  readonly count: number
  readonly client_address: string | null
  /** User agent of an unusual sign-in. */
  readonly browser: string | null
  readonly seen: boolean
}

export function accountNoticeJson(notice: NamedNotice): AccountNoticeJson {
  const { id, kind, at, by, byName, approvedById, approvedByName } = notice
  return {
    id,
    kind,
    at: toIso(at),
    by: { kind: by.kind, id: by.id ?? null, name: byName ?? null },
    approved_by:
      approvedById === undefined ? null : { id: approvedById, name: approvedByName ?? null },
    role: notice.role ?? null,
    count: notice.count,
    client_address: notice.clientAddress ?? null,
    browser: notice.browser ?? null,
    seen: notice.seenAt !== undefined,
  }
}

/** State of a sign-in, and everything the page needs to continue. */
export interface SignedInJson {
  readonly user: UserJson
  readonly stage: SessionStage
  /** Second factors for the second step and for confirming one's identity. */
  readonly factors: readonly SecondFactor[]
  /** TOTP codes are refused after too many wrong ones; another second factor is needed. */
  readonly codes_locked: boolean
  /** Unseen notices, oldest first. Empty until sign-in is complete. */
  readonly notices: readonly AccountNoticeJson[]
  readonly permissions: readonly Permission[]
  readonly csrf_token: string
}

export function signedInJson(
  { user, session, csrfToken }: Pick<SignedIn, 'user' | 'session' | 'csrfToken'>,
  factors: readonly SecondFactor[],
  notices: readonly NamedNotice[],
): SignedInJson {
  return {
    user: userJson(user),
    stage: session.stage,
    factors,
    codes_locked: user.hasLockedCodes,
    notices: notices.map(accountNoticeJson),
    permissions: session.stage === 'full' ? permissionsOf(user.role) : [],
    csrf_token: csrfToken,
  }
}

export interface RoleTableJson {
  readonly roles: readonly Role[]
  readonly permissions: readonly {
    readonly permission: Permission
    readonly means: string
    readonly roles: readonly Role[]
  }[]
}

export function roleTableJson(): RoleTableJson {
  return {
    roles,
    permissions: permissions.map((permission) => ({
      permission,
      means: describePermission(permission),
      roles: roles.filter((role) => roleMay(role, permission)),
    })),
  }
}
