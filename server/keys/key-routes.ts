// API keys over REST (rulings 3.4). A key with keys.manage looks after the keys of its own environment.

import type { Config } from '../config.ts'
import { originOfClient } from '../http/audit-origin.ts'
import type { Answer, ApiRequest, Endpoint } from '../http/endpoint.ts'
import { pageRequest } from '../http/page-request.ts'
import { AppError } from '../kernel/app-error.ts'
import { isId } from '../kernel/ids.ts'
import { toPage } from '../kernel/page.ts'
import { createKey, type KeyNeeds } from './create-key.ts'
import { keyDescriptions } from './key-descriptions.ts'
import { parseNewKey, parseRotation, requireSameEnvironment } from './key-input.ts'
import { createdKeyJson, keyJson } from './key-json.ts'
import { findKey, listKeys } from './key-store.ts'
import { revokeKey } from './revoke-key.ts'
import { rotateKey } from './rotate-key.ts'

export type KeyRouteNeeds = KeyNeeds & { readonly config: Config }

export function keyEndpoints(needs: KeyRouteNeeds): readonly Endpoint[] {
  const place = { audience: 'client', scope: 'keys.manage' } as const
  return [
    {
      ...place,
      method: 'POST',
      path: '/keys',
      describe: keyDescriptions.create,
      answer: (request: ApiRequest) => create(needs, request),
    },
    {
      ...place,
      method: 'GET',
      path: '/keys',
      describe: keyDescriptions.list,
      answer: (request: ApiRequest) => list(needs, request),
    },
    {
      ...place,
      method: 'DELETE',
      path: '/keys/:id',
      describe: keyDescriptions.revoke,
      answer: (request: ApiRequest) => revoke(needs, request),
    },
    {
      ...place,
      method: 'POST',
      path: '/keys/:id/rotate',
      describe: keyDescriptions.rotate,
      answer: (request: ApiRequest) => rotate(needs, request),
    },
  ]
}

async function create(needs: KeyRouteNeeds, request: ApiRequest) {
  const body = await request.json()
  return request.idempotently(async (remember) => {
    const { environment } = request.caller
    const asked = parseNewKey({ environment, ...body }, needs.clock.now())
    requireSameEnvironment(environment, asked.environment)
    const answer = (created: Parameters<typeof createdKeyJson>[0]): Answer => ({
      status: 201,
      data: createdKeyJson(created, needs.clock.now()),
    })
    return answer(
      await createKey(needs, originOfClient(request), asked, (trx, created) =>
        remember(trx, answer(created)),
      ),
    )
  })
}

async function list(needs: KeyRouteNeeds, request: ApiRequest): Promise<Answer> {
  const page = pageRequest(request.query(['limit', 'cursor']), 'key')
  const { environment } = request.caller
  const { items, nextCursor } = toPage(
    await listKeys(needs.db.reader, { environment }, page),
    page.limit,
  )
  const nowMs = needs.clock.now()
  return {
    status: 200,
    data: { items: items.map((key) => keyJson(key, nowMs)), next_cursor: nextCursor },
  }
}

async function revoke(needs: KeyRouteNeeds, request: ApiRequest): Promise<Answer> {
  const id = await ownKeyId(needs, request)
  return {
    status: 200,
    data: keyJson(await revokeKey(needs, originOfClient(request), id), needs.clock.now()),
  }
}

async function rotate(needs: KeyRouteNeeds, request: ApiRequest) {
  const body = await request.json({ mayBeEmpty: true })
  return request.idempotently(async (remember) => {
    const graceMs = parseRotation(body, needs.config.keyRotationGraceMs)
    const id = await ownKeyId(needs, request)
    const answer = (created: Parameters<typeof createdKeyJson>[0]): Answer => ({
      status: 201,
      data: createdKeyJson(created, needs.clock.now()),
    })
    const rotation = { id, graceMs }
    return answer(
      await rotateKey(needs, originOfClient(request), rotation, (trx, made) =>
        remember(trx, answer(made)),
      ),
    )
  })
}

/** A key of the other environment does not exist for this caller. @throws AppError `not_found` */
async function ownKeyId(needs: KeyRouteNeeds, request: ApiRequest): Promise<string> {
  const id = request.param('id')
  const key = isId('key', id) ? await findKey(needs.db.reader, id) : undefined
  if (key?.environment === request.caller.environment) return id
  throw new AppError('not_found', 'No API key has this id. GET /v1/keys lists those there are.')
}
