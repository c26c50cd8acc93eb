// Console routes for administering users: list, invite, change, reset, end sessions.

import type { Answer } from '../../http/answer.ts'
import { collectFaults } from '../../http/bodies/collect-faults.ts'
import { pageNames, pageRequest } from '../../http/bodies/page-request.ts'
import { toPage } from '../../kernel/page.ts'
import { findUsers } from '../../users/find-users.ts'
import { issueLinkFor } from '../../users/passwords/resets.ts'
import { describeUsers, readSessions, readUser } from '../../users/read-users.ts'
import { originOf, type UserNeeds } from '../../users/request-origin.ts'
import {
  askToChange,
  askToInvite,
  askToReinvite,
  askToResetFactor,
} from '../../users/second-administrator.ts'
import { endSession, endSessions } from '../../users/sessions.ts'
import { parseConsoleBody } from '../../users/user-input.ts'
import {
  type InvitedJson,
  type IssuedLinkJson,
  linkJson,
  roleTableJson,
  sessionJson,
  userAccessJson,
  userJson,
  waitingJson,
} from '../../users/user-json.ts'
import type { ConsoleRequest } from '../console-route.ts'

export const userHandlers = {
  listRoles,
  list,
  show,
  listSessions,
  invite,
  update,
  issueLink,
  resetFactor,
  reinvite,
  endAll,
  endOne,
}

async function listRoles(): Promise<Answer> {
  return { status: 200, data: roleTableJson() }
}

async function list(needs: UserNeeds, request: ConsoleRequest): Promise<Answer> {
  const query = request.query(['search', 'role', 'state', ...pageNames])
  const { filter, page } = collectFaults({
    filter: () => parseConsoleBody('userFilter', query),
    page: () => pageRequest(query, 'usr'),
  })
  const { items, nextCursor } = toPage(await findUsers(needs, filter, page), page.limit)
  const users = await describeUsers(needs, items)
  return { status: 200, data: { items: users.map(userAccessJson), next_cursor: nextCursor } }
}

async function show(needs: UserNeeds, request: ConsoleRequest): Promise<Answer> {
  const user = await readUser(needs, request.param('id'))
  const users = await describeUsers(needs, [user])
  return { status: 200, data: users.map(userAccessJson)[0] }
}

async function listSessions(needs: UserNeeds, request: ConsoleRequest): Promise<Answer> {
  const user = await readUser(needs, request.param('id'))
  const sessions = await readSessions(needs, user.id)
  const items = sessions.map((session) => sessionJson(session, request.signedIn.session.id))
  return { status: 200, data: { items, next_cursor: null } }
}

async function invite(needs: UserNeeds, request: ConsoleRequest): Promise<Answer> {
  const asked = parseConsoleBody('newUser', await request.json())
  const done = await askToInvite(needs, originOfAdministrator(request), asked)
  if (done.state === 'waits') return { status: 202, data: waitingJson(done.approval) }
  const { user, link } = done.result
  const data: InvitedJson = { user: userJson(user), link: linkJson(link) }
  return { status: 201, data }
}

async function update(needs: UserNeeds, request: ConsoleRequest): Promise<Answer> {
  const change = parseConsoleBody('userChange', await request.json())
  const changed = await askToChange(
    needs,
    originOfAdministrator(request),
    request.param('id'),
    change,
  )
  const { user, approval } = changed
  if (approval === undefined) return { status: 200, data: userJson(user) }
  return { status: 202, data: { ...userJson(user), ...waitingJson(approval) } }
}

async function issueLink(needs: UserNeeds, request: ConsoleRequest): Promise<Answer> {
  const issued = await issueLinkFor(needs, originOfAdministrator(request), request.param('id'))
  const { user, kind, link } = issued
  const data: IssuedLinkJson = { user: userJson(user), kind, link: linkJson(link) }
  return { status: 201, data }
}

async function resetFactor(needs: UserNeeds, request: ConsoleRequest): Promise<Answer> {
  const done = await askToResetFactor(needs, originOfAdministrator(request), request.param('id'))
  if (done.state === 'waits') return { status: 202, data: waitingJson(done.approval) }
  return { status: 200, data: userJson(done.result) }
}

async function reinvite(needs: UserNeeds, request: ConsoleRequest): Promise<Answer> {
  const done = await askToReinvite(needs, originOfAdministrator(request), request.param('id'))
  if (done.state === 'waits') return { status: 202, data: waitingJson(done.approval) }
  return { status: 200, data: userJson(done.result) }
}

async function endAll(needs: UserNeeds, request: ConsoleRequest): Promise<Answer> {
  const user = await readUser(needs, request.param('id'))
  const count = await endSessions(needs, originOfAdministrator(request), { userId: user.id })
  return { status: 200, data: { ended: count } }
}

async function endOne(needs: UserNeeds, request: ConsoleRequest): Promise<Answer> {
  const ended = { userId: request.param('id'), sessionId: request.param('session_id') }
  await endSession(needs, originOfAdministrator(request), ended)
  return { status: 204, data: undefined }
}

function originOfAdministrator(request: ConsoleRequest) {
  return originOf(request, request.signedIn.user.id)
}
