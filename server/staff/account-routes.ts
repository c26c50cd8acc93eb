// One's own account: password, second factors, recovery codes, sessions.

import type { Answer, StaffEndpoint, StaffRequest } from '../http/endpoint.ts'
import { markNoticesSeen, readNotices } from './account-notices.ts'
import { changePassword } from './change-password.ts'
import { answerSession, visitorOf } from './door-routes.ts'
import {
  beginPasskey,
  beginTotp,
  type Enrolled,
  finishPasskey,
  finishTotp,
  removeFactor,
  renewRecoveryCodes,
} from './enrol.ts'
import { confirmAgain } from './prove.ts'
import { readFactors, readSessions } from './read-people.ts'
import { challengePasskey, findSecondFactors } from './second-factors.ts'
import { endSession, endSessions } from './sessions.ts'
import { parseStaffBody } from './staff-input.ts'
import { accountNoticeJson, passkeyJson, sessionJson } from './staff-json.ts'
import { originOf, type StaffNeeds } from './visitor.ts'

export function accountEndpoints(needs: StaffNeeds): readonly StaffEndpoint[] {
  return [
    ...factorEndpoints(needs),
    ...proofEndpoints(needs),
    ...sessionEndpoints(needs),
    ...noticeEndpoints(needs),
  ]
}

function factorEndpoints(needs: StaffNeeds): readonly StaffEndpoint[] {
  const enrolling = { audience: 'staff', permission: 'enrolling', method: 'POST' } as const
  const fresh = { audience: 'staff', permission: 'signed_in', confirm: true } as const
  return [
    {
      ...enrolling,
      path: '/me/totp',
      answer: async ({ visit }) => ({ status: 200, data: await beginTotp(needs, visit) }),
    },
    {
      ...enrolling,
      path: '/me/totp/confirm',
      async answer(request) {
        const { code } = parseStaffBody('code', await request.json())
        const enrolled = await finishTotp(needs, visitorOf(request), request.visit, code)
        return answerEnrolled(needs, request, enrolled)
      },
    },
    {
      ...enrolling,
      path: '/me/passkeys/challenge',
      answer: async ({ visit }) => ({ status: 200, data: await beginPasskey(needs, visit) }),
    },
    {
      ...enrolling,
      path: '/me/passkeys',
      async answer(request) {
        const { name, response } = parseStaffBody('passkey', await request.json())
        const made = { name, response }
        const enrolled = await finishPasskey(needs, visitorOf(request), request.visit, made)
        return answerEnrolled(needs, request, enrolled)
      },
    },
    { ...fresh, method: 'DELETE', path: '/me/totp', answer: (request) => dropTotp(needs, request) },
    {
      ...fresh,
      method: 'DELETE',
      path: '/me/passkeys/:id',
      answer: (request) => dropPasskey(needs, request),
    },
    {
      ...fresh,
      method: 'POST',
      path: '/me/recovery-codes',
      answer: async (request) => ({
        status: 200,
        data: {
          recovery_codes: await renewRecoveryCodes(needs, visitorOf(request), request.visit),
        },
      }),
    },
  ]
}

function proofEndpoints(needs: StaffNeeds): readonly StaffEndpoint[] {
  const own = { audience: 'staff', permission: 'signed_in' } as const
  return [
    {
      ...own,
      method: 'GET',
      path: '/me/factors',
      answer: (request) => showFactors(needs, request),
    },
    {
      ...own,
      method: 'POST',
      path: '/me/confirm/passkey-challenge',
      answer: async ({ visit }) => ({ status: 200, data: await challengePasskey(needs, visit) }),
    },
    { ...own, method: 'POST', path: '/me/confirm', answer: (request) => confirm(needs, request) },
    {
      ...own,
      confirm: true,
      method: 'POST',
      path: '/me/password',
      answer: (request) => setPassword(needs, request),
    },
  ]
}

function sessionEndpoints(needs: StaffNeeds): readonly StaffEndpoint[] {
  const own = { audience: 'staff', permission: 'signed_in' } as const
  return [
    { ...own, method: 'GET', path: '/me/sessions', answer: (request) => list(needs, request) },
    {
      ...own,
      method: 'DELETE',
      path: '/me/sessions',
      answer: (request) => endOthers(needs, request),
    },
    {
      ...own,
      method: 'DELETE',
      path: '/me/sessions/:id',
      answer: (request) => end(needs, request),
    },
  ]
}

function noticeEndpoints(needs: StaffNeeds): readonly StaffEndpoint[] {
  const own = { audience: 'staff', permission: 'signed_in' } as const
  return [
    {
      ...own,
      method: 'GET',
      path: '/me/notices',
      async answer({ visit }) {
        const notices = await readNotices(needs, visit.member.id)
        return { status: 200, data: { items: notices.map(accountNoticeJson), next_cursor: null } }
      },
    },
    {
      ...own,
      method: 'POST',
      path: '/me/notices/seen',
      answer: async ({ visit }) => ({
        status: 200,
        data: { seen: await markNoticesSeen(needs, visit) },
      }),
    },
  ]
}

async function answerEnrolled(
  needs: StaffNeeds,
  request: StaffRequest,
  { opened, recoveryCodes }: Enrolled,
): Promise<Answer> {
  const { member, session, csrfToken } = request.visit
  const current = { ...member, hasTotp: true }
  const factors = await findSecondFactors(needs.db.reader, current)
  const codes = { recovery_codes: recoveryCodes ?? null }
  if (opened === undefined) {
    return { status: 200, data: { ...codes, stage: session.stage, csrf_token: csrfToken } }
  }
  return answerSession(needs, request, member, opened, factors, codes)
}

async function dropTotp(needs: StaffNeeds, request: StaffRequest): Promise<Answer> {
  await removeFactor(needs, visitorOf(request), request.visit, { kind: 'totp' })
  return { status: 204, data: undefined }
}

async function dropPasskey(needs: StaffNeeds, request: StaffRequest): Promise<Answer> {
  const factor = { kind: 'passkey', id: request.param('id') } as const
  await removeFactor(needs, visitorOf(request), request.visit, factor)
  return { status: 204, data: undefined }
}

async function showFactors(needs: StaffNeeds, { visit }: StaffRequest): Promise<Answer> {
  const { passkeys, recoveryCodesLeft } = await readFactors(needs, visit.member.id)
  return {
    status: 200,
    data: {
      totp: visit.member.hasTotp,
      passkeys: passkeys.map(passkeyJson),
      recovery_codes_left: recoveryCodesLeft,
      required: needs.config.staff.secondFactorRequired,
    },
  }
}

async function confirm(needs: StaffNeeds, request: StaffRequest): Promise<Answer> {
  const proof = parseStaffBody('proof', await request.json())
  await confirmAgain(needs, visitorOf(request), request.visit, proof)
  return { status: 204, data: undefined }
}

async function setPassword(needs: StaffNeeds, request: StaffRequest): Promise<Answer> {
  const { current_password, new_password } = parseStaffBody('passwordChange', await request.json())
  const change = { current: current_password, next: new_password }
  const opened = await changePassword(needs, visitorOf(request), request.visit, change)
  const { member } = request.visit
  return answerSession(
    needs,
    request,
    member,
    opened,
    await findSecondFactors(needs.db.reader, member),
  )
}

async function list(needs: StaffNeeds, { visit }: StaffRequest): Promise<Answer> {
  const sessions = await readSessions(needs, visit.member.id)
  const items = sessions.map((session) => sessionJson(session, visit.session.id))
  return { status: 200, data: { items, next_cursor: null } }
}

async function endOthers(needs: StaffNeeds, request: StaffRequest): Promise<Answer> {
  const { member, session } = request.visit
  const ended = { memberId: member.id, except: session.id }
  const count = await endSessions(needs, originOf(request, member.id), ended)
  return { status: 200, data: { ended: count } }
}

async function end(needs: StaffNeeds, request: StaffRequest): Promise<Answer> {
  const memberId = request.visit.member.id
  const ended = { memberId, sessionId: request.param('id') }
  await endSession(needs, originOf(request, memberId), ended)
  return { status: 204, data: undefined }
}
