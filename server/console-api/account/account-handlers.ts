// One's own account: password, second factors, recovery codes, sessions.

import type { Answer } from '../../http/answer.ts'
import {
  beginPasskey,
  beginTotp,
  type Enrolled,
  finishPasskey,
  finishTotp,
  removeFactor,
  renewRecoveryCodes,
} from '../../users/factors/enrol-factors.ts'
import { challengePasskey, findSecondFactors } from '../../users/factors/second-factors.ts'
import { markNoticesSeen, readNotices } from '../../users/notices/account-notices.ts'
import { changePassword } from '../../users/passwords/change-password.ts'
import { readFactors, readSessions } from '../../users/read-users.ts'
import { originOf, type UserNeeds } from '../../users/request-origin.ts'
import { endSession, endSessions } from '../../users/sessions.ts'
import { confirmAgain } from '../../users/sign-in/prove-identity.ts'
import { parseConsoleBody } from '../../users/user-input.ts'
import { accountNoticeJson, passkeyJson, sessionJson } from '../../users/user-json.ts'
import type { ConsoleRequest } from '../console-route.ts'
import { answerSession, requestOriginOf } from '../sign-in/sign-in-handlers.ts'

export const accountHandlers = {
  startTotp,
  confirmTotp,
  startPasskey,
  addPasskey,
  dropTotp,
  dropPasskey,
  renewCodes,
  showFactors,
  challenge,
  confirm,
  setPassword,
  list,
  endOthers,
  end,
  listNotices,
  markSeen,
}

async function startTotp(needs: UserNeeds, { signedIn }: ConsoleRequest): Promise<Answer> {
  return { status: 200, data: await beginTotp(needs, signedIn) }
}

async function confirmTotp(needs: UserNeeds, request: ConsoleRequest): Promise<Answer> {
  const { code } = parseConsoleBody('code', await request.json())
  const enrolled = await finishTotp(needs, requestOriginOf(request), request.signedIn, code)
  return answerEnrolled(needs, request, enrolled)
}

async function startPasskey(needs: UserNeeds, { signedIn }: ConsoleRequest): Promise<Answer> {
  return { status: 200, data: await beginPasskey(needs, signedIn) }
}

async function addPasskey(needs: UserNeeds, request: ConsoleRequest): Promise<Answer> {
  const { name, response } = parseConsoleBody('passkey', await request.json())
  const made = { name, response }
  const enrolled = await finishPasskey(needs, requestOriginOf(request), request.signedIn, made)
  return answerEnrolled(needs, request, enrolled)
}

async function answerEnrolled(
  needs: UserNeeds,
  request: ConsoleRequest,
  { opened, recoveryCodes }: Enrolled,
): Promise<Answer> {
  const { user, session, csrfToken } = request.signedIn
  const current = { ...user, hasTotp: true }
  const factors = await findSecondFactors(needs.db.reader, current)
  const codes = { recovery_codes: recoveryCodes ?? null }
  if (opened === undefined) {
    return { status: 200, data: { ...codes, stage: session.stage, csrf_token: csrfToken } }
  }
  return answerSession(needs, request, user, opened, factors, codes)
}

async function dropTotp(needs: UserNeeds, request: ConsoleRequest): Promise<Answer> {
  await removeFactor(needs, requestOriginOf(request), request.signedIn, { kind: 'totp' })
  return { status: 204, data: undefined }
}

async function dropPasskey(needs: UserNeeds, request: ConsoleRequest): Promise<Answer> {
  const factor = { kind: 'passkey', id: request.param('id') } as const
  await removeFactor(needs, requestOriginOf(request), request.signedIn, factor)
  return { status: 204, data: undefined }
}

async function renewCodes(needs: UserNeeds, request: ConsoleRequest): Promise<Answer> {
  const codes = await renewRecoveryCodes(needs, requestOriginOf(request), request.signedIn)
  return { status: 200, data: { recovery_codes: codes } }
}

async function showFactors(needs: UserNeeds, { signedIn }: ConsoleRequest): Promise<Answer> {
  const { passkeys, recoveryCodesLeft } = await readFactors(needs, signedIn.user.id)
  return {
    status: 200,
    data: {
      totp: signedIn.user.hasTotp,
      passkeys: passkeys.map(passkeyJson),
      recovery_codes_left: recoveryCodesLeft,
      required: needs.config.users.secondFactorRequired,
    },
  }
}

async function challenge(needs: UserNeeds, { signedIn }: ConsoleRequest): Promise<Answer> {
  return { status: 200, data: await challengePasskey(needs, signedIn) }
}

async function confirm(needs: UserNeeds, request: ConsoleRequest): Promise<Answer> {
  const proof = parseConsoleBody('proof', await request.json())
  await confirmAgain(needs, requestOriginOf(request), request.signedIn, proof)
  return { status: 204, data: undefined }
}

async function setPassword(needs: UserNeeds, request: ConsoleRequest): Promise<Answer> {
  const { current_password, new_password } = parseConsoleBody(
    'passwordChange',
    await request.json(),
  )
  const change = { current: current_password, next: new_password }
  const opened = await changePassword(needs, requestOriginOf(request), request.signedIn, change)
  const { user } = request.signedIn
  return answerSession(needs, request, user, opened, await findSecondFactors(needs.db.reader, user))
}

async function list(needs: UserNeeds, { signedIn }: ConsoleRequest): Promise<Answer> {
  const sessions = await readSessions(needs, signedIn.user.id)
  const items = sessions.map((session) => sessionJson(session, signedIn.session.id))
  return { status: 200, data: { items, next_cursor: null } }
}

async function endOthers(needs: UserNeeds, request: ConsoleRequest): Promise<Answer> {
  const { user, session } = request.signedIn
  const ended = { userId: user.id, except: session.id }
  const count = await endSessions(needs, originOf(request, user.id), ended)
  return { status: 200, data: { ended: count } }
}

async function end(needs: UserNeeds, request: ConsoleRequest): Promise<Answer> {
  const userId = request.signedIn.user.id
  const ended = { userId, sessionId: request.param('id') }
  await endSession(needs, originOf(request, userId), ended)
  return { status: 204, data: undefined }
}

async function listNotices(needs: UserNeeds, { signedIn }: ConsoleRequest): Promise<Answer> {
  const notices = await readNotices(needs, signedIn.user.id)
  return { status: 200, data: { items: notices.map(accountNoticeJson), next_cursor: null } }
}

async function markSeen(needs: UserNeeds, { signedIn }: ConsoleRequest): Promise<Answer> {
  return { status: 200, data: { seen: await markNoticesSeen(needs, signedIn) } }
}
