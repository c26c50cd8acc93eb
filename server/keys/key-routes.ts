// API keys over REST (rulings 3.4). A key with keys.manage looks after the keys of its own environment.

import type { Config } from '../config.ts'
import { originOfClient } from '../http/audit-origin.ts'
import type { Answer, ApiRequest, Endpoint } from '../http/endpoint.ts'
import { pageRequest } from '../http/page-request.ts'
import { AppError } from '../kernel/app-error.ts'
import { isId } from '../kernel/ids.ts'
import { toPage } from '../kernel/page.ts'
import { asChildOf, usualScopesFor } from './child-key-policy.ts'
import { type CreatedKey, createKey, type KeyNeeds } from './create-key.ts'
import { keyDescriptions } from './key-descriptions.ts'
import { parseNewKey, parseRevocation, parseRotation, requireSameEnvironment } from './key-input.ts'
import { createdKeyAgainJson, createdKeyJson, keyJson, revokedKeyJson } from './key-json.ts'
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
    const { caller } = request
    const { environment } = caller
    const given = { environment, ...body }
    const named = parseNewKey(given, needs.clock.now(), usualScopesFor(caller))
    requireSameEnvironment(environment, named.environment)
    const asked = asChildOf(caller, named)
    const answer = (created: CreatedKey) => showCreated(needs, created)
    return answer(
      await createKey(needs, originOfClient(request), asked, {
        alongside: (trx, created) => remember(trx, answer(created)),
      }),
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
  const options = parseRevocation(request.query(['revoke_children']))
  const id = await ownKeyId(needs, request)
  const revoked = await revokeKey(needs, originOfClient(request), id, options)
  return { status: 200, data: revokedKeyJson(revoked, needs.clock.now()) }
}

async function rotate(needs: KeyRouteNeeds, request: ApiRequest) {
  const body = await request.json({ mayBeEmpty: true })
  return request.idempotently(async (remember) => {
    const graceMs = parseRotation(body, needs.config.keyRotationGraceMs)
    const id = await ownKeyId(needs, request)
    const answer = (created: CreatedKey) => showCreated(needs, created)
    const rotation = { id, graceMs }
    return answer(
      await rotateKey(needs, originOfClient(request), rotation, {
        caller: request.caller,
        alongside: (trx, made) => remember(trx, answer(made)),
      }),
    )
  })
}

function showCreated({ clock }: KeyRouteNeeds, created: CreatedKey): Answer {
  const nowMs = clock.now()
  return {
    status: 201,
    data: createdKeyJson(created, nowMs),
    dataOfReplay: createdKeyAgainJson(created, nowMs),
  }
}

/** A key of the other environment does not exist for this caller. @throws AppError `not_found` */
async function ownKeyId(needs: KeyRouteNeeds, request: ApiRequest): Promise<string> {
  const id = request.param('id')
  const key = isId('key', id) ? await findKey(needs.db.reader, id) : undefined
  if (key?.environment === request.caller.environment) return id
  throw new AppError('not_found', 'No API key has this id. GET /v1/keys lists those there are.')
}
