// Getting in and out of the console: the set-up of the first administrator, links, the steps of a sign-in.

import { areaOf, siteOf } from '../http/client-address.ts'
import type { Answer, StaffEndpoint, StaffRequest } from '../http/endpoint.ts'
import { sessionCookieFor } from '../http/session-cookie.ts'
import { AppError } from '../kernel/app-error.ts'
import { consoleUrlOf } from '../settings/console-url.ts'
import { readUnseenNotices } from './account-notices.ts'
import { acceptLink, claimSetup, isSetupOpen } from './links.ts'
import { passSecondFactor } from './prove.ts'
import { readMember } from './read-people.ts'
import { challengePasskey, findSecondFactors } from './second-factors.ts'
import { type OpenedSession, signOut } from './sessions.ts'
import { signIn } from './sign-in.ts'
import type { Member, SecondFactor } from './staff.ts'
import { parseStaffBody } from './staff-input.ts'
import { memberJson, signedInJson } from './staff-json.ts'
import { originOf, type StaffNeeds, type Visit, type Visitor } from './visitor.ts'

export function doorEndpoints(needs: StaffNeeds): readonly StaffEndpoint[] {
  const open = { audience: 'staff', permission: 'open' } as const
  const halfWay = { audience: 'staff', permission: 'half_way' } as const
  return [
    { ...open, method: 'GET', path: '/setup', answer: () => showSetup(needs) },
    { ...open, method: 'POST', path: '/setup', answer: (request) => setUp(needs, request) },
    { ...open, method: 'POST', path: '/links/accept', answer: (request) => accept(needs, request) },
    { ...open, method: 'POST', path: '/sign-in', answer: (request) => begin(needs, request) },
    {
      ...halfWay,
      method: 'POST',
      path: '/sign-in/passkey-challenge',
      answer: async ({ visit }) => ({ status: 200, data: await challengePasskey(needs, visit) }),
    },
    {
      ...halfWay,
      method: 'POST',
      path: '/sign-in/second-factor',
      answer: (request) => complete(needs, request),
    },
    { ...halfWay, method: 'POST', path: '/sign-out', answer: (request) => leave(needs, request) },
    { ...halfWay, method: 'GET', path: '/me', answer: (request) => showMe(needs, request) },
  ]
}

export function visitorOf({ clientAddress, requestId, browser }: StaffRequest): Visitor {
  const network = siteOf(clientAddress)
  return { clientAddress, requestId, browser, network, area: areaOf(clientAddress) }
}

/** Puts a new session into the browser and tells the page where it stands. */
export async function answerSession(
  needs: StaffNeeds,
  { isTls }: StaffRequest,
  member: Member,
  { session, token, csrfToken }: OpenedSession,
  factors: readonly SecondFactor[],
  more: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  const notices = await readUnseenNotices(needs, { member, session })
  return {
    status: 200,
    headers: { 'Set-Cookie': sessionCookieFor(consoleUrlOf(needs.config), isTls).set(token) },
    data: { ...signedInJson({ member, session, csrfToken }, factors, notices), ...more },
  }
}

/** Whether the set-up is to be done. Only the link itself tells how. */
async function showSetup(needs: StaffNeeds): Promise<Answer> {
  return { status: 200, data: { needed: await isSetupOpen(needs) } }
}

async function setUp(needs: StaffNeeds, request: StaffRequest): Promise<Answer> {
  const asked = parseStaffBody('setup', await request.json())
  const { member, opened } = await claimSetup(needs, visitorOf(request), asked)
  return answerSession(needs, request, member, opened, [])
}

async function accept(needs: StaffNeeds, request: StaffRequest): Promise<Answer> {
  const asked = parseStaffBody('link', await request.json())
  const member = await acceptLink(needs, visitorOf(request), asked)
  return { status: 200, data: memberJson(member) }
}

async function begin(needs: StaffNeeds, request: StaffRequest): Promise<Answer> {
  const asked = parseStaffBody('signIn', await request.json())
  const { member, opened, factors } = await signIn(needs, visitorOf(request), asked)
  return answerSession(needs, request, member, opened, factors)
}

async function complete(needs: StaffNeeds, request: StaffRequest): Promise<Answer> {
  const { visit } = request
  assertAtSecondStep(visit)
  const proof = parseStaffBody('factorProof', await request.json())
  const opened = await passSecondFactor(needs, visitorOf(request), visit, proof)
  const member = await readMember(needs, visit.member.id)
  const factors = await findSecondFactors(needs.db.reader, member)
  return answerSession(needs, request, member, opened, factors)
}

function assertAtSecondStep({ session }: Visit): void {
  if (session.stage === 'password') return
  throw new AppError('conflict', 'This sign-in waits for no second factor.')
}

async function leave(needs: StaffNeeds, request: StaffRequest): Promise<Answer> {
  const { visit } = request
  await signOut(needs, originOf(request, visit.member.id), visit)
  return {
    status: 204,
    data: undefined,
    headers: {
      'Set-Cookie': sessionCookieFor(consoleUrlOf(needs.config), request.isTls).clear(),
      'Clear-Site-Data': '"cache", "cookies", "storage"',
    },
  }
}

async function showMe(needs: StaffNeeds, { visit }: StaffRequest): Promise<Answer> {
  const factors = await findSecondFactors(needs.db.reader, visit.member)
  const notices = await readUnseenNotices(needs, visit)
  return { status: 200, data: signedInJson(visit, factors, notices) }
}
