// Users of the console and their sessions. Pure.

import { isFromFuture } from '../kernel/clock-steps.ts'
import { hourMs } from '../kernel/durations.ts'
import type { Role } from './role.ts'

/** `invited`: has not set a password yet. */
export const userStates = ['invited', 'active', 'disabled'] as const
export type UserState = (typeof userStates)[number]

export interface User {
  readonly id: string
  /** In lower case; used to sign in. */
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly state: UserState
  readonly passwordChangedAt: number | undefined
  readonly hasTotp: boolean
  /** TOTP codes are refused after too many wrong ones. */
  readonly hasLockedCodes: boolean
  readonly createdAt: number
  readonly lastSignedInAt: number | undefined
  /** Who the user is in the bank's directory, where they sign in; undefined for a local account. */
  readonly directory: DirectoryUserId | undefined
}

/** Unique together. A subject alone, or an e-mail address, proves nothing. */
export interface DirectoryUserId {
  readonly issuer: string
  readonly subject: string
}

/** A user with their second factors and number of open sessions. */
export interface UserAccess extends User {
  /** Empty if none is set up. */
  readonly secondFactors: readonly SecondFactor[]
  readonly openSessions: number
  /** Until when the invitation link works; undefined where there is none. */
  readonly invitationUntil: number | undefined
}

/**
 * Progress of a sign-in. `password`: the second factor is still to be verified. `enrolment`: a second factor is
 * required and none is set up yet. `full`: signed in.
 */
export type SessionStage = 'password' | 'enrolment' | 'full'

export interface Session {
  readonly id: string
  readonly userId: string
  readonly stage: SessionStage
  readonly createdAt: number
  /** Time of the last request; written at most once a minute. */
  readonly usedAt: number
  /** When the user last proved their identity with their strongest factor. */
  readonly confirmedAt: number | undefined
  readonly clientAddress: string
  /** The user agent. */
  readonly browser: string
}

export interface SessionLimits {
  readonly sessionIdleMs: number
  readonly sessionMaxMs: number
}

/** How long an incomplete sign-in lives. */
const halfWayMs = 10 * 60_000

/** A session that a clock opened or used which was set back since is over: it would outlive its limits by as much. */
export function isSessionOver(session: Session, limits: SessionLimits, nowMs: number): boolean {
  if (isFromFuture(session.usedAt, nowMs)) return true
  const longestMs = session.stage === 'full' ? limits.sessionMaxMs : halfWayMs
  return nowMs >= session.createdAt + longestMs || nowMs >= session.usedAt + limits.sessionIdleMs
}

const freshForMs = 5 * 60_000

/** Whether the user proved their identity within the last five minutes. */
export function isFresh({ confirmedAt }: Pick<Session, 'confirmedAt'>, nowMs: number): boolean {
  return confirmedAt !== undefined && Math.abs(nowMs - confirmedAt) < freshForMs
}

/** After this many wrong codes in a row, from any network, TOTP codes no longer work. */
export const wrongCodesMax = 20

const secondFactors = ['totp', 'passkey', 'recovery_code'] as const
export type SecondFactor = (typeof secondFactors)[number]

export type LinkKind = 'setup' | 'invitation' | 'password_reset'

/**
 * How long each kind of link is valid. An invited colleague may be away for some days; the other links are for
 * someone who is waiting for them.
 */
export const linkLifeMs: Readonly<Record<LinkKind, number>> = {
  setup: 30 * 60_000,
  invitation: 72 * hourMs,
  password_reset: 30 * 60_000,
}

export interface Passkey {
  /** The credential's id, base64url. */
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
  readonly createdAt: number
  readonly lastUsedAt: number | undefined
}

/** An open session and its user. */
export interface SignedIn {
  readonly user: User
  readonly session: Session
  /** The browser must send it back in the header `svc-csrf`. */
  readonly csrfToken: string
}

/** A new link's URL, which is not stored, and its expiry. */
export interface IssuedLink {
  readonly url: string
  readonly expiresAt: number
}
