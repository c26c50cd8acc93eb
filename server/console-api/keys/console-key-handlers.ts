// Console routes for API keys of both environments.

import {
  createdKeyJson,
  keyJson,
  keyRotationJson,
  parseNewKey,
  parseRevocation,
  parseRotation,
  revokedKeyJson,
} from '../../api/keys/key-api.ts'
import type { Appliance } from '../../appliance.ts'
import type { Answer } from '../../http/answer.ts'
import { collectFaults } from '../../http/bodies/collect-faults.ts'
import { pageNames, pageRequest } from '../../http/bodies/page-request.ts'
import { pageAnswer } from '../../http/console/page-answer.ts'
import { AppError } from '../../kernel/app-error.ts'
import { isId } from '../../kernel/ids.ts'
import { createKey } from '../../keys/create-key.ts'
import { holdKeyForApproval } from '../../keys/hold-key.ts'
import { findKey, findRotated, listKeys } from '../../keys/key-view.ts'
import { listRemainingChildren, revokeKey } from '../../keys/revoke-key.ts'
import { rotateKey } from '../../keys/rotate-key.ts'
import { originOfUser } from '../audit-origin.ts'
import type { ConsoleRequest } from '../console-route.ts'
import { parseEnvironment } from '../environment-input.ts'
import { listedKeyJson } from './listed-key-json.ts'

type Needs = Pick<Appliance, 'db' | 'clock' | 'keyring' | 'config'>

export const consoleKeyHandlers = {
  list,
  show,
  rotationRule,
  listChildren,
  create,
  rotate,
  revoke,
}

async function list({ db, clock }: Needs, request: ConsoleRequest): Promise<Answer> {
  const query = request.query(['environment', ...pageNames])
  const { environment, page } = collectFaults({
    environment: () => parseEnvironment(query.environment),
    page: () => pageRequest(query, 'key'),
  })
  const keys = await listKeys(db.reader, { environment }, page)
  const nowMs = clock.now()
  const rotated = await findRotated(
    db.reader,
    keys.map(({ id }) => id),
  )
  return pageAnswer(keys, page, (key) => listedKeyJson(key, { nowMs, rotated }))
}

/** A key of either environment. */
async function show({ db, clock }: Needs, request: ConsoleRequest): Promise<Answer> {
  const id = request.param('id')
  const key = isId('key', id) ? await findKey(db.reader, id) : undefined
  if (key === undefined) throw new AppError('not_found', 'No API key has this id.')
  const rotated = await findRotated(db.reader, [id])
  return { status: 200, data: listedKeyJson(key, { nowMs: clock.now(), rotated }) }
}

/** Lists the keys that a key created and that can be revoked together with it. */
async function listChildren({ db, clock }: Needs, request: ConsoleRequest): Promise<Answer> {
  const nowMs = clock.now()
  const children = await listRemainingChildren(db.reader, request.param('id'), nowMs)
  const items = children.map((key) => keyJson(key, nowMs))
  return { status: 200, data: { items, next_cursor: null } }
}

/** Answers with the default grace period of rotations. */
async function rotationRule({ config }: Needs): Promise<Answer> {
  return { status: 200, data: keyRotationJson(config.keyRotationGraceMs) }
}

async function create(needs: Needs, request: ConsoleRequest): Promise<Answer> {
  const asked = parseNewKey(await request.json(), needs.clock.now())
  const by = originOfUser(request)
  const created = await createKey(needs, by, asked, { hold: holdKeyForApproval(needs, by) })
  return { status: 201, data: createdKeyJson(created, needs.clock.now()) }
}

async function rotate(needs: Needs, request: ConsoleRequest): Promise<Answer> {
  const body = await request.json()
  const graceMs = parseRotation(body, needs.config.keyRotationGraceMs)
  const rotation = { id: request.param('id'), graceMs }
  const by = originOfUser(request)
  const created = await rotateKey(needs, by, rotation, { hold: holdKeyForApproval(needs, by) })
  return { status: 201, data: createdKeyJson(created, needs.clock.now()) }
}

async function revoke(needs: Needs, request: ConsoleRequest): Promise<Answer> {
  const options = parseRevocation(request.query(['revoke_children']))
  const id = request.param('id')
  const revoked = await revokeKey(needs, originOfUser(request), id, options)
  return { status: 200, data: revokedKeyJson(revoked, needs.clock.now()) }
}
