// What was done to an account, or was tried at it: its owner is told at the next sign-in and can look it up
// later. The rules on resets and on second pairs of eyes read the same records.

import type { AuditActor } from '../audit/audit.ts'
import type { Role } from './role.ts'

/** Closed list, in no order. A word is added with the change that is recorded and never renamed. */
export const accountNoticeKinds = [
  'created',
  'invited',
  'role_changed',
  'disabled',
  'enabled',
  'password_reset_started',
  'password_reset',
  'password_changed',
  'second_factor_reset',
  'second_factor_added',
  'second_factor_removed',
  'recovery_codes_made',
  'wrong_codes',
  'second_factor_locked',
  'unusual_sign_in',
] as const
export type AccountNoticeKind = (typeof accountNoticeKinds)[number]

/** Kinds that stand in the list of an account but are not worth stopping at: its owner knows of them. */
const quietKinds: ReadonlySet<AccountNoticeKind> = new Set(['created', 'invited'])

export function isToldKind(kind: AccountNoticeKind): boolean {
  return !quietKinds.has(kind)
}

/** After a reset somebody else may sign in than before. */
export function isReset(kind: AccountNoticeKind): boolean {
  return kind === 'password_reset' || kind === 'second_factor_reset'
}

export interface AccountNotice {
  readonly id: string
  /** Whose account it is. */
  readonly userId: string
  readonly kind: AccountNoticeKind
  /** For wrong codes, the time of the last one. */
  readonly at: number
  /** Who did it; of a password that was set with a link, whoever made the link. */
  readonly by: AuditActor
  /** The second administrator, where one had to agree. */
  readonly approvedById: string | undefined
  readonly role: Role | undefined
  readonly previousRole: Role | undefined
  /** How many wrong codes; 1 for every other kind. */
  readonly count: number
  /** The session in which wrong codes were typed, or the owner did it. */
  readonly sessionId: string | undefined
  readonly clientAddress: string | undefined
  /** Of an unusual sign-in: what the browser said it was. */
  readonly browser: string | undefined
  readonly seenAt: number | undefined
}

/** How long an account's list goes back. What nobody has seen is kept until somebody has. */
export const noticesKeptMs = 90 * 24 * 3_600_000

/** How far back a reset tells again what was seen already. */
export const toldAgainMs = 30 * 24 * 3_600_000
