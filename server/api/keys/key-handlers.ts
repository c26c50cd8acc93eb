// REST routes for API keys (rulings 3.4). A key with keys.manage manages the keys of its own environment.

import type { Config } from '../../config.ts'
import type { Answer } from '../../http/answer.ts'
import { pageRequest } from '../../http/bodies/page-request.ts'
import { pageAnswer } from '../../http/console/page-answer.ts'
import { AppError } from '../../kernel/app-error.ts'
import { isId } from '../../kernel/ids.ts'
import { asChildOf, usualScopesFor } from '../../keys/child-key-policy.ts'
import { createKey, type KeyNeeds } from '../../keys/create-key.ts'
import type { CreatedKey } from '../../keys/key.ts'
import { findKey, listKeys } from '../../keys/key-view.ts'
import { revokeKey } from '../../keys/revoke-key.ts'
import { rotateKey } from '../../keys/rotate-key.ts'
import type { ApiRequest } from '../api-route.ts'
import { originOfClient } from '../audit-origin.ts'
import {
  createdKeyAgainJson,
  createdKeyJson,
  keyJson,
  parseNewKey,
  parseRevocation,
  parseRotation,
  requireSameEnvironment,
  revokedKeyJson,
} from './key-api.ts'

type KeyRouteNeeds = KeyNeeds & { readonly config: Config }

export const keyHandlers = {
  create,
  list,
  revoke,
  rotate,
}

async function create(needs: KeyRouteNeeds, request: ApiRequest) {
  const body = await request.json()
  return request.idempotently(async (saveResponse) => {
    const { apiKey } = request
    const { environment } = apiKey
    const given = { environment, ...body }
    const named = parseNewKey(given, needs.clock.now(), usualScopesFor(apiKey))
    requireSameEnvironment(environment, named.environment)
    const asked = asChildOf(apiKey, named)
    const answer = (created: CreatedKey) => showCreated(needs, created)
    return answer(
      await createKey(needs, originOfClient(request), asked, {
        inSameTransaction: (trx, created) => saveResponse(trx, answer(created)),
      }),
    )
  })
}

async function list(needs: KeyRouteNeeds, request: ApiRequest): Promise<Answer> {
  const page = pageRequest(request.query(['limit', 'cursor']), 'key')
  const { environment } = request.apiKey
  const keys = await listKeys(needs.db.reader, { environment }, page)
  const nowMs = needs.clock.now()
  return pageAnswer(keys, page, (key) => keyJson(key, nowMs))
}

async function revoke(needs: KeyRouteNeeds, request: ApiRequest): Promise<Answer> {
  const options = parseRevocation(request.query(['revoke_children']))
  const id = await ownKeyId(needs, request)
  const revoked = await revokeKey(needs, originOfClient(request), id, {
    ...options,
    admit: (trx) => request.assertStillActive(trx),
  })
  return { status: 200, data: revokedKeyJson(revoked, needs.clock.now()) }
}

async function rotate(needs: KeyRouteNeeds, request: ApiRequest) {
  const body = await request.json()
  return request.idempotently(async (saveResponse) => {
    const graceMs = parseRotation(body, needs.config.keyRotationGraceMs)
    const id = await ownKeyId(needs, request)
    const answer = (created: CreatedKey) => showCreated(needs, created)
    const rotation = { id, graceMs }
    return answer(
      await rotateKey(needs, originOfClient(request), rotation, {
        apiKey: request.apiKey,
        inSameTransaction: (trx, made) => saveResponse(trx, answer(made)),
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

/** Keys of the other environment count as not found. @throws AppError `not_found` */
async function ownKeyId(needs: KeyRouteNeeds, request: ApiRequest): Promise<string> {
  const id = request.param('id')
  const key = isId('key', id) ? await findKey(needs.db.reader, id) : undefined
  if (key?.environment === request.apiKey.environment) return id
  const message = 'No API key has this id in this environment. GET /v1/keys lists the keys.'
  throw new AppError('not_found', message)
}
