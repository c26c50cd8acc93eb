// API keys on their screen: the same use cases as over REST, for keys of both environments.

import type { Appliance } from '../appliance.ts'
import { parseEnvironment } from '../console-api/environment-input.ts'
import { allAtOnce } from '../http/all-at-once.ts'
import { originOfMember } from '../http/audit-origin.ts'
import type { Answer, StaffEndpoint, StaffRequest } from '../http/endpoint.ts'
import { pageRequest } from '../http/page-request.ts'
import { toPage } from '../kernel/page.ts'
import { createKey } from './create-key.ts'
import { holdForApproval } from './hold-key.ts'
import { parseNewKey, parseRevocation, parseRotation } from './key-input.ts'
import { createdKeyJson, keyJson, keyRotationJson, revokedKeyJson } from './key-json.ts'
import { listKeys } from './key-store.ts'
import { listLivingChildren, revokeKey } from './revoke-key.ts'
import { rotateKey } from './rotate-key.ts'

type Needs = Pick<Appliance, 'db' | 'clock' | 'keyring' | 'config'>

export function consoleKeyEndpoints(needs: Needs): readonly StaffEndpoint[] {
  const change = { audience: 'staff', permission: 'keys.manage', confirm: true } as const
  return [
    {
      audience: 'staff',
      permission: 'keys.read',
      method: 'GET',
      path: '/keys',
      answer: (request) => list(needs, request),
    },
    {
      audience: 'staff',
      permission: 'keys.read',
      method: 'GET',
      path: '/keys/rotation',
      answer: () => rotationRule(needs),
    },
    {
      audience: 'staff',
      permission: 'keys.read',
      method: 'GET',
      path: '/keys/:id/children',
      answer: (request) => listChildren(needs, request),
    },
    { ...change, method: 'POST', path: '/keys', answer: (request) => create(needs, request) },
    {
      ...change,
      method: 'POST',
      path: '/keys/:id/rotate',
      answer: (request) => rotate(needs, request),
    },
    { ...change, method: 'DELETE', path: '/keys/:id', answer: (request) => revoke(needs, request) },
  ]
}

async function list({ db, clock }: Needs, request: StaffRequest): Promise<Answer> {
  const { environment, page } = allAtOnce({
    environment: () => parseEnvironment(request.query(['environment']).environment),
    page: () => pageRequest(request.query(['limit', 'cursor']), 'key'),
  })
  const found = await listKeys(db.reader, { environment }, page)
  const { items, nextCursor } = toPage(found, page.limit)
  const nowMs = clock.now()
  return {
    status: 200,
    data: { items: items.map((key) => keyJson(key, nowMs)), next_cursor: nextCursor },
  }
}

/** Keys that one has made and that still work: what revoking it offers to revoke, too. */
async function listChildren({ db, clock }: Needs, request: StaffRequest): Promise<Answer> {
  const nowMs = clock.now()
  const found = await listLivingChildren(db.reader, request.param('id'), nowMs)
  const items = found.map((key) => keyJson(key, nowMs))
  return { status: 200, data: { items, next_cursor: null } }
}

/** What a rotation does where nobody says otherwise. */
async function rotationRule({ config }: Needs): Promise<Answer> {
  return { status: 200, data: keyRotationJson(config.keyRotationGraceMs) }
}

async function create(needs: Needs, request: StaffRequest): Promise<Answer> {
  const asked = parseNewKey(await request.json(), needs.clock.now())
  const by = originOfMember(request)
  const created = await createKey(needs, by, asked, { hold: holdForApproval(needs, by) })
  return { status: 201, data: createdKeyJson(created, needs.clock.now()) }
}

async function rotate(needs: Needs, request: StaffRequest): Promise<Answer> {
  const body = await request.json({ mayBeEmpty: true })
  const graceMs = parseRotation(body, needs.config.keyRotationGraceMs)
  const rotation = { id: request.param('id'), graceMs }
  const by = originOfMember(request)
  const created = await rotateKey(needs, by, rotation, { hold: holdForApproval(needs, by) })
  return { status: 201, data: createdKeyJson(created, needs.clock.now()) }
}

async function revoke(needs: Needs, request: StaffRequest): Promise<Answer> {
  const options = parseRevocation(request.query(['revoke_children']))
  const id = request.param('id')
  const revoked = await revokeKey(needs, originOfMember(request), id, options)
  return { status: 200, data: revokedKeyJson(revoked, needs.clock.now()) }
}
