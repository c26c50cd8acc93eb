// A member of the staff, and a session of theirs. Pure; nothing here knows where they are kept.

import type { Role } from './role.ts'

/** Invited: has not set a password yet. */
export const memberStates = ['invited', 'active', 'disabled'] as const
export type MemberState = (typeof memberStates)[number]

export interface Member {
  readonly id: string
  /** In lower case; what people sign in with. */
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly state: MemberState
  readonly passwordChangedAt: number | undefined
  readonly hasTotp: boolean
  /** Codes of the app are refused after too many wrong ones. */
  readonly hasLockedCodes: boolean
  readonly createdAt: number
  readonly lastSignedInAt: number | undefined
}

/** A member together with how they sign in, and where they are signed in. */
export interface Person extends Member {
  /** Empty where none is set up. */
  readonly secondFactors: readonly SecondFactor[]
  readonly openSessions: number
}

/**
 * How far a sign-in has come. `password`: the second factor is still to be shown. `enrolment`: one is
 * required and none is set up yet. `full`: signed in.
 */
export type SessionStage = 'password' | 'enrolment' | 'full'

export interface Session {
  readonly id: string
  readonly memberId: string
  readonly stage: SessionStage
  readonly createdAt: number
  /** Noted at most once a minute. */
  readonly usedAt: number
  /** When the member last proved who they are, by their strongest factor. */
  readonly confirmedAt: number | undefined
  readonly clientAddress: string
  /** What the browser says it is. */
  readonly browser: string
}

export interface SessionLimits {
  readonly sessionIdleMs: number
  readonly sessionMaxMs: number
}

/** Where a sign-in stands still half-way, it ends soon: its id is worth less, and so lives shorter. */
const halfWayMs = 10 * 60_000

export function isSessionOver(session: Session, limits: SessionLimits, nowMs: number): boolean {
  const longestMs = session.stage === 'full' ? limits.sessionMaxMs : halfWayMs
  return nowMs >= session.createdAt + longestMs || nowMs >= session.usedAt + limits.sessionIdleMs
}

export const freshForMs = 5 * 60_000

/** Whether who sits there was asked to prove it a moment ago. */
export function isFresh({ confirmedAt }: Pick<Session, 'confirmedAt'>, nowMs: number): boolean {
  return confirmedAt !== undefined && nowMs - confirmedAt < freshForMs
}

/** After this many wrong codes in a row, from wherever, codes of the app no longer work. */
export const wrongCodesMax = 20

export const secondFactors = ['totp', 'passkey', 'recovery_code'] as const
export type SecondFactor = (typeof secondFactors)[number]

/** What lets a member in once. */
export type LinkKind = 'setup' | 'invitation' | 'password_reset'

/**
 * How long each kind of link lives. A colleague who is invited may be away for some days, and can do nothing yet
 * that an administrator has not granted; the others let somebody in who is there and waits.
 */
export const linkLifeMs: Readonly<Record<LinkKind, number>> = {
  setup: 30 * 60_000,
  invitation: 72 * 3_600_000,
  password_reset: 30 * 60_000,
}
