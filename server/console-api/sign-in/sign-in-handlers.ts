// Console routes for signing in and out: set-up of the first administrator, links, the steps of a sign-in.

import type { Answer } from '../../http/answer.ts'
import { areaOf, siteOf } from '../../http/client-address.ts'
import { AppError } from '../../kernel/app-error.ts'
import { consoleUrlOf } from '../../settings/console-url.ts'
import { signOutUrlOf } from '../../users/directory/directory-sign-out.ts'
import { challengePasskey, findSecondFactors } from '../../users/factors/second-factors.ts'
import { readUnseenNotices } from '../../users/notices/account-notices.ts'
import { readUser } from '../../users/read-users.ts'
import {
  type DirectoryNeeds,
  originOf,
  type RequestOrigin,
  type UserNeeds,
} from '../../users/request-origin.ts'
import { type OpenedSession, signOut } from '../../users/sessions.ts'
import { passSecondFactor } from '../../users/sign-in/prove-identity.ts'
import { signIn } from '../../users/sign-in/sign-in.ts'
import type { SecondFactor, SignedIn, User } from '../../users/user.ts'
import { parseConsoleBody } from '../../users/user-input.ts'
import {
  type SetupJson,
  type SignedOutJson,
  signedInJson,
  userJson,
} from '../../users/user-json.ts'
import { acceptLink, claimSetup, isSetupOpen } from '../../users/user-links.ts'
import type { ConsoleRequest } from '../console-route.ts'
import { sessionCookieFor } from '../session-cookie.ts'

export const signInHandlers = {
  showSetup,
  setUp,
  accept,
  begin,
  challenge,
  complete,
  leave,
  showMe,
}

export function requestOriginOf({
  clientAddress,
  requestId,
  browser,
}: ConsoleRequest): RequestOrigin {
  const network = siteOf(clientAddress)
  return { clientAddress, requestId, browser, network, area: areaOf(clientAddress) }
}

/** Sets the cookie of a new session and answers with the session's state. */
export async function answerSession(
  needs: UserNeeds,
  { isTls }: ConsoleRequest,
  user: User,
  { session, token, csrfToken }: OpenedSession,
  factors: readonly SecondFactor[],
  more: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  const notices = await readUnseenNotices(needs, { user, session })
  return {
    status: 200,
    headers: { 'Set-Cookie': sessionCookieFor(consoleUrlOf(needs.config), isTls).set(token) },
    data: { ...signedInJson({ user, session, csrfToken }, factors, notices), ...more },
  }
}

/** Answers what the sign-in page needs before anybody is signed in. */
async function showSetup(needs: UserNeeds): Promise<Answer> {
  const { oidc, users } = needs.config
  const data: SetupJson = {
    needed: await isSetupOpen(needs),
    directory: oidc === undefined ? null : { name: oidc.name },
    local_sign_in: users.localSignIn,
  }
  return { status: 200, data }
}

async function setUp(needs: UserNeeds, request: ConsoleRequest): Promise<Answer> {
  const asked = parseConsoleBody('setup', await request.json())
  const { user, opened } = await claimSetup(needs, requestOriginOf(request), asked)
  return answerSession(needs, request, user, opened, [])
}

async function accept(needs: UserNeeds, request: ConsoleRequest): Promise<Answer> {
  const asked = parseConsoleBody('link', await request.json())
  const user = await acceptLink(needs, requestOriginOf(request), asked)
  return { status: 200, data: userJson(user) }
}

async function begin(needs: UserNeeds, request: ConsoleRequest): Promise<Answer> {
  const asked = parseConsoleBody('signIn', await request.json())
  const { user, opened, factors } = await signIn(needs, requestOriginOf(request), asked)
  return answerSession(needs, request, user, opened, factors)
}

async function challenge(needs: UserNeeds, { signedIn }: ConsoleRequest): Promise<Answer> {
  return { status: 200, data: await challengePasskey(needs, signedIn) }
}

async function complete(needs: UserNeeds, request: ConsoleRequest): Promise<Answer> {
  const { signedIn } = request
  assertAtSecondStep(signedIn)
  const proof = parseConsoleBody('factorProof', await request.json())
  const opened = await passSecondFactor(needs, requestOriginOf(request), signedIn, proof)
  const user = await readUser(needs, signedIn.user.id)
  const factors = await findSecondFactors(needs.db.reader, user)
  return answerSession(needs, request, user, opened, factors)
}

function assertAtSecondStep({ session }: SignedIn): void {
  if (session.stage === 'password') return
  throw new AppError('conflict', 'This sign-in does not wait for a second factor.')
}

/** Ends the session here. A user of the bank's directory goes on to the address that ends the session there. */
async function leave(needs: DirectoryNeeds, request: ConsoleRequest): Promise<Answer> {
  const { signedIn } = request
  await signOut(needs, originOf(request, signedIn.user.id), signedIn)
  const url = await signOutUrlOf(needs, signedIn.user)
  return {
    ...(url === undefined
      ? { status: 204, data: undefined }
      : { status: 200, data: { continue_at: url } satisfies SignedOutJson }),
    headers: {
      'Set-Cookie': sessionCookieFor(consoleUrlOf(needs.config), request.isTls).clear(),
      'Clear-Site-Data': '"cache", "cookies", "storage"',
    },
  }
}

async function showMe(needs: UserNeeds, { signedIn }: ConsoleRequest): Promise<Answer> {
  const factors = await findSecondFactors(needs.db.reader, signedIn.user)
  const notices = await readUnseenNotices(needs, signedIn)
  return { status: 200, data: signedInJson(signedIn, factors, notices) }
}
