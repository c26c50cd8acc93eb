// Console routes for signing in with the bank's directory, and for confirming one's identity there: each begins a visit
// whose address the page opens, and completes it with what the directory added to the address of the console.

import type { Answer } from '../../http/answer.ts'
import { consoleUrlOf } from '../../settings/console-url.ts'
import {
  confirmWithDirectory,
  signInWithDirectory,
} from '../../users/directory/directory-sign-in.ts'
import { type BegunVisit, beginVisit } from '../../users/directory/directory-visits.ts'
import type { DirectoryNeeds } from '../../users/request-origin.ts'
import { parseConsoleBody } from '../../users/user-input.ts'
import type { ConsoleRequest } from '../console-route.ts'
import { visitCookieFor } from '../session-cookie.ts'
import { answerSession, requestOriginOf } from './sign-in-handlers.ts'

export const directoryHandlers = { begin, complete, beginProof, completeProof }

async function begin(needs: DirectoryNeeds, request: ConsoleRequest): Promise<Answer> {
  const { invitation } = parseConsoleBody('visit', await request.json())
  const asked = invitation === undefined ? {} : { invitation }
  const origin = requestOriginOf(request)
  return answerVisit(
    needs,
    request,
    await beginVisit(needs, origin, { purpose: 'sign_in', ...asked }),
  )
}

async function complete(needs: DirectoryNeeds, request: ConsoleRequest): Promise<Answer> {
  const back = await backOf(needs, request)
  const { user, opened, factors } = await signInWithDirectory(needs, requestOriginOf(request), back)
  return answerSession(needs, request, user, opened, factors)
}

async function beginProof(needs: DirectoryNeeds, request: ConsoleRequest): Promise<Answer> {
  const visit = await beginVisit(needs, requestOriginOf(request), { purpose: 'confirm' })
  return answerVisit(needs, request, visit)
}

async function completeProof(needs: DirectoryNeeds, request: ConsoleRequest): Promise<Answer> {
  const back = await backOf(needs, request)
  await confirmWithDirectory(needs, requestOriginOf(request), request.signedIn, back)
  return { status: 204, data: undefined }
}

function answerVisit(
  { config }: DirectoryNeeds,
  { isTls }: ConsoleRequest,
  { url, token }: BegunVisit,
): Answer {
  const cookie = visitCookieFor(consoleUrlOf(config), isTls)
  return { status: 200, headers: { 'Set-Cookie': cookie.set(token) }, data: { url } }
}

async function backOf({ config }: DirectoryNeeds, request: ConsoleRequest) {
  const { query } = parseConsoleBody('visitBack', await request.json())
  const { name } = visitCookieFor(consoleUrlOf(config), request.isTls)
  return { token: request.cookie(name), query: query.replace(/^\?/, '') }
}
