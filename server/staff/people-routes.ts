// The staff over the console's interface: who there is, what they may do, and taking care of them.

import type { Answer, StaffEndpoint, StaffRequest } from '../http/endpoint.ts'
import { pageRequest } from '../http/page-request.ts'
import { toPage } from '../kernel/page.ts'
import { describePeople, readMember, readPeople, readSessions } from './read-people.ts'
import { issueLinkFor } from './resets.ts'
import { askToChange, askToInvite, askToResetFactor } from './second-administrator.ts'
import { endSession, endSessions } from './sessions.ts'
import { parseStaffBody } from './staff-input.ts'
import {
  type InvitedJson,
  type IssuedLinkJson,
  linkJson,
  memberJson,
  personJson,
  roleTableJson,
  sessionJson,
  waitingJson,
} from './staff-json.ts'
import { originOf, type StaffNeeds } from './visitor.ts'

export function peopleEndpoints(needs: StaffNeeds): readonly StaffEndpoint[] {
  const read = { audience: 'staff', permission: 'people.read', method: 'GET' } as const
  const change = { audience: 'staff', permission: 'people.manage', confirm: true } as const
  return [
    {
      audience: 'staff',
      permission: 'signed_in',
      method: 'GET',
      path: '/roles',
      answer: async () => ({ status: 200, data: roleTableJson() }),
    },
    { ...read, path: '/people', answer: (request) => list(needs, request) },
    { ...read, path: '/people/:id', answer: (request) => show(needs, request) },
    { ...read, path: '/people/:id/sessions', answer: (request) => listSessions(needs, request) },
    { ...change, method: 'POST', path: '/people', answer: (request) => invite(needs, request) },
    {
      ...change,
      method: 'PATCH',
      path: '/people/:id',
      answer: (request) => update(needs, request),
    },
    {
      ...change,
      method: 'POST',
      path: '/people/:id/link',
      answer: (request) => issueLink(needs, request),
    },
    {
      ...change,
      method: 'POST',
      path: '/people/:id/reset-second-factor',
      answer: (request) => resetFactor(needs, request),
    },
    {
      ...change,
      method: 'DELETE',
      path: '/people/:id/sessions',
      answer: (request) => endAll(needs, request),
    },
    {
      ...change,
      method: 'DELETE',
      path: '/people/:id/sessions/:session_id',
      answer: (request) => endOne(needs, request),
    },
  ]
}

async function list(needs: StaffNeeds, request: StaffRequest): Promise<Answer> {
  const page = pageRequest(request.query(['limit', 'cursor']), 'usr')
  const { items, nextCursor } = toPage(await readPeople(needs, page), page.limit)
  const people = await describePeople(needs, items)
  return { status: 200, data: { items: people.map(personJson), next_cursor: nextCursor } }
}

async function show(needs: StaffNeeds, request: StaffRequest): Promise<Answer> {
  const member = await readMember(needs, request.param('id'))
  const people = await describePeople(needs, [member])
  return { status: 200, data: people.map(personJson)[0] }
}

async function listSessions(needs: StaffNeeds, request: StaffRequest): Promise<Answer> {
  const member = await readMember(needs, request.param('id'))
  const sessions = await readSessions(needs, member.id)
  const items = sessions.map((session) => sessionJson(session, request.visit.session.id))
  return { status: 200, data: { items, next_cursor: null } }
}

async function invite(needs: StaffNeeds, request: StaffRequest): Promise<Answer> {
  const asked = parseStaffBody('newMember', await request.json())
  const done = await askToInvite(needs, byCaller(request), asked)
  if (done.state === 'waits') return { status: 202, data: waitingJson(done.approval) }
  const { member, link } = done.result
  const data: InvitedJson = { member: memberJson(member), link: linkJson(link) }
  return { status: 201, data }
}

async function update(needs: StaffNeeds, request: StaffRequest): Promise<Answer> {
  const change = parseStaffBody('memberChange', await request.json())
  const changed = await askToChange(needs, byCaller(request), request.param('id'), change)
  const { member, approval } = changed
  if (approval === undefined) return { status: 200, data: memberJson(member) }
  return { status: 202, data: { ...memberJson(member), ...waitingJson(approval) } }
}

async function issueLink(needs: StaffNeeds, request: StaffRequest): Promise<Answer> {
  const issued = await issueLinkFor(needs, byCaller(request), request.param('id'))
  const { member, kind, link } = issued
  const data: IssuedLinkJson = { member: memberJson(member), kind, link: linkJson(link) }
  return { status: 201, data }
}

async function resetFactor(needs: StaffNeeds, request: StaffRequest): Promise<Answer> {
  const done = await askToResetFactor(needs, byCaller(request), request.param('id'))
  if (done.state === 'waits') return { status: 202, data: waitingJson(done.approval) }
  return { status: 200, data: memberJson(done.result) }
}

async function endAll(needs: StaffNeeds, request: StaffRequest): Promise<Answer> {
  const member = await readMember(needs, request.param('id'))
  const count = await endSessions(needs, byCaller(request), { memberId: member.id })
  return { status: 200, data: { ended: count } }
}

async function endOne(needs: StaffNeeds, request: StaffRequest): Promise<Answer> {
  const ended = { memberId: request.param('id'), sessionId: request.param('session_id') }
  await endSession(needs, byCaller(request), ended)
  return { status: 204, data: undefined }
}

function byCaller(request: StaffRequest) {
  return originOf(request, request.visit.member.id)
}
