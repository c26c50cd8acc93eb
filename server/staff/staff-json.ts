// The wire shapes of the staff, for the console and `svc users`.

import type { Approval } from '../approvals/approval.ts'
import type { AuditActorKind } from '../audit/audit.ts'
import { toIso } from '../kernel/clock.ts'
import type { AccountNoticeKind } from './account-notice.ts'
import type { NamedNotice } from './account-notices.ts'
import type { Passkey } from './factor-store.ts'
import type { IssuedLink } from './links.ts'
import {
  describePermission,
  type Permission,
  permissions,
  permissionsOf,
  type Role,
  roleMay,
  roles,
} from './role.ts'
import type { Member, MemberState, Person, SecondFactor, Session, SessionStage } from './staff.ts'
import type { Visit } from './visitor.ts'

export interface MemberJson {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly state: MemberState
  readonly created_at: string
  readonly last_signed_in_at: string | null
}

export function memberJson(member: Member): MemberJson {
  const { id, email, name, role, state, createdAt, lastSignedInAt } = member
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

/** As those who look after the staff see a member. */
export interface PersonJson extends MemberJson {
  /** False until an invitation was accepted. */
  readonly has_password: boolean
  readonly second_factors: readonly SecondFactor[]
  readonly open_sessions: number
  /** Too many wrong codes were tried: the app lets nobody in until a recovery code or a reset. */
  readonly codes_locked: boolean
}

export function personJson(person: Person): PersonJson {
  return {
    ...memberJson(person),
    has_password: person.passwordChangedAt !== undefined,
    second_factors: person.secondFactors,
    open_sessions: person.openSessions,
    codes_locked: person.hasLockedCodes,
  }
}

/** Shown once to whoever hands it on. */
export interface InvitedJson {
  readonly member: MemberJson
  readonly link: LinkJson
}

/** Nothing is done yet: another administrator has to agree. */
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
  /** The second administrator, where one had to agree. */
  readonly approved_by: { readonly id: string; readonly name: string | null } | null
  readonly role: Role | null
  readonly count: number
  readonly client_address: string | null
  /** Of an unusual sign-in: what the browser said it was. */
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

/** Where a sign-in stands, and all that the page needs to go on. */
export interface SignedInJson {
  readonly member: MemberJson
  readonly stage: SessionStage
  /** With which the second step can be taken, or a member confirm who they are. */
  readonly factors: readonly SecondFactor[]
  /** Codes of the app are refused: another way in is wanted. */
  readonly codes_locked: boolean
  /** What was done to the account and its owner has not seen, oldest first. Empty before the last step. */
  readonly notices: readonly AccountNoticeJson[]
  readonly permissions: readonly Permission[]
  readonly csrf_token: string
}

export function signedInJson(
  { member, session, csrfToken }: Pick<Visit, 'member' | 'session' | 'csrfToken'>,
  factors: readonly SecondFactor[],
  notices: readonly NamedNotice[],
): SignedInJson {
  return {
    member: memberJson(member),
    stage: session.stage,
    factors,
    codes_locked: member.hasLockedCodes,
    notices: notices.map(accountNoticeJson),
    permissions: session.stage === 'full' ? permissionsOf(member.role) : [],
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
