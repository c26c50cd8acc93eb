// The session guard of the console's API: checks that a request comes from a page of the console (CSRF), that it
// carries a session, and that the user's role permits it.

import type { Context } from '../http/context.ts'
import { AppError } from '../kernel/app-error.ts'
import { roleMay } from '../users/role.ts'
import { isSameText } from '../users/sign-in/sign-in-secrets.ts'
import { isFresh, type SignedIn } from '../users/user.ts'
import type { ConsoleRoute } from './console-route.ts'
import { type PermissionDenial, refusePermission } from './permission-denial.ts'
import { readCookie } from './session-cookie.ts'

declare module '../http/context.ts' {
  interface RequestState {
    /** User and session of the request, at routes of the console that need a session. */
    signedIn?: SignedIn
  }
}

/** What the guard needs to know about sessions and users. */
export interface SessionGuard {
  /** @param isTls whether the request came over https */
  cookieName(isTls: boolean): string
  now(): number
  /** Returns the id of the session with this token, which may be over. */
  findSessionId(token: string): Promise<string | undefined>
  /** @param isUse whether the request counts as use, from which the idle time of a session runs */
  findSignedIn(token: string, isUse: boolean): Promise<SignedIn | undefined>
  /** Records that a user's role does not permit what they requested. */
  recordDenial(signedIn: SignedIn, denied: PermissionDenial): Promise<void>
}

/** Returns a function that tells the session of a request, by which the rate limit counts it. */
export function identifyBySession(guard: SessionGuard) {
  return async (ctx: Context): Promise<string | undefined> => {
    const token = readCookie(ctx.get('Cookie'), guard.cookieName(ctx.state.isTls))
    return token === undefined ? undefined : guard.findSessionId(token)
  }
}

/** @throws AppError `cross_site_request`, `unauthenticated`, `missing_permission`, `confirmation_required` */
export async function admitUser(
  sessionGuard: SessionGuard,
  ctx: Context,
  route: ConsoleRoute,
): Promise<void> {
  assertOwnPage(ctx)
  if (route.permission === 'open') return
  const token = readCookie(ctx.get('Cookie'), sessionGuard.cookieName(ctx.state.isTls))
  // A page says so of what it reads by itself while nobody is at it. A program that never says so keeps its own
  // session.
  const isUse = isChange(ctx) || ctx.get('svc-unattended') !== 'yes'
  const signedIn = token === undefined ? undefined : await sessionGuard.findSignedIn(token, isUse)
  if (signedIn === undefined) throw refuseAnonymous()
  ctx.state.signedIn = signedIn
  ctx.state.sender = { user_id: signedIn.user.id }
  if (!isOfSession(ctx, route, signedIn)) {
    throw refuseOtherSite(
      'The header svc-csrf does not belong to this session. Load the page again.',
    )
  }
  await assertMay(sessionGuard, ctx, route, signedIn)
  if (route.confirm && !isFresh(signedIn.session, sessionGuard.now())) throw refuseStale()
}

/**
 * A read may come without a token: the first one of a page, or one of a program. With the token of another session it
 * comes from a window whose user was replaced in another window, where it would show what the new one may see, and be
 * recorded as theirs. Only who is signed in is told to any of them, so that they learn of it.
 */
function isOfSession(ctx: Context, { path }: ConsoleRoute, { csrfToken }: SignedIn): boolean {
  const sent = ctx.get('svc-csrf')
  if (!isChange(ctx) && (sent === '' || path === '/me')) return true
  return isSameText(sent, csrfToken)
}

async function assertMay(
  sessionGuard: SessionGuard,
  { state }: Context,
  { permission }: ConsoleRoute,
  signedIn: SignedIn,
): Promise<void> {
  const { user, session } = signedIn
  if (permission === 'open' || permission === 'half_way') return
  if (permission === 'enrolling' && session.stage === 'enrolment') return
  if (session.stage !== 'full') throw refuseHalfWay()
  if (permission === 'signed_in') return
  if (permission === 'enrolling') {
    if (isFresh(session, sessionGuard.now())) return
    throw refuseStale()
  }
  if (roleMay(user.role, permission)) return
  const { requestId, clientAddress } = state
  await sessionGuard.recordDenial(signedIn, { permission, requestId, clientAddress })
  throw refusePermission(permission, user.role)
}

/**
 * Refuses requests from other sites. Browsers send Sec-Fetch-Site and Origin, and pages cannot forge them. Over
 * plain http to another machine browsers omit Sec-Fetch-Site, so a change is then accepted by its Origin.
 */
function assertOwnPage(ctx: Context): void {
  const site = ctx.get('Sec-Fetch-Site')
  if (site === 'same-origin') return
  if (!isChange(ctx)) {
    // The address was typed in, or the client is not a browser.
    if (site === '' || site === 'none') return
  } else if (site === '' && isOwnOrigin(ctx)) return
  throw refuseOtherSite(
    'This request does not come from a page of the console. Open the console and try there.',
  )
}

/** Returns whether the Origin header names the same host as the Host header. */
function isOwnOrigin(ctx: Context): boolean {
  const origin = ctx.get('Origin')
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === ctx.get('Host').toLowerCase()
}

function isChange({ method }: Context): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

function refuseOtherSite(message: string): AppError {
  return new AppError('cross_site_request', message)
}

function refuseAnonymous(): AppError {
  return new AppError('unauthenticated', 'You are not signed in, or no longer. Sign in again.')
}

function refuseHalfWay(): AppError {
  return new AppError(
    'unauthenticated',
    'Signing in is not complete. Show your second factor first.',
  )
}

function refuseStale(): AppError {
  const message =
    'Confirm your identity first: this needs a confirmation from the last five minutes.'
  return new AppError('confirmation_required', message)
}
