// Makes routes of the API's rows: checks key and scope, and gives each handler its ApiRequest.

import type { Answer, StoredResponse } from '../http/answer.ts'
import type { Context, Route } from '../http/context.ts'
import type { RouteRequest } from '../http/route-request.ts'
import { isStoredResponse, verificationIn } from '../http/stored-response.ts'
import type { UploadMeter } from '../http/upload-meter.ts'
import type { ApiRequest, ApiRoute, ClientRoute } from './api-route.ts'
import { apiKeyOf, assertScope } from './authenticate.ts'
import type { Idempotency } from './idempotency/idempotency.ts'

interface ServeApiNeeds {
  readonly idempotency: Idempotency
  readonly uploadMeter: UploadMeter
}

export function serveApiRoute(needs: ServeApiNeeds, route: ApiRoute): Route {
  if (route.audience !== 'client') return route
  return {
    ...route,
    admit: (ctx) => assertScope(apiKeyOf(ctx), route.scope),
    answer: (request, ctx) => answerClient(needs, route, request, ctx),
  }
}

async function answerClient(
  needs: ServeApiNeeds,
  route: ClientRoute,
  request: RouteRequest,
  ctx: Context,
): Promise<Answer | StoredResponse> {
  let isIdempotent = false
  const apiRequest = apiRequestOf(needs, request, ctx)
  const answer = await route.answer({
    ...apiRequest,
    idempotently(work) {
      isIdempotent = true
      return apiRequest.idempotently(work)
    },
  })
  // Without `idempotently()` a request that a client repeats would be done twice, so the mistake fails at once.
  if (isIdempotent !== (route.isIdempotent ?? false)) {
    const uses = isIdempotent ? 'with' : 'without'
    throw new Error(`${route.method} ${route.path} answers ${uses} idempotently(), against its row`)
  }
  return answer
}

/** @throws AppError `unauthenticated`, `address_not_allowed` */
function apiRequestOf(
  { idempotency, uploadMeter }: ServeApiNeeds,
  request: RouteRequest,
  ctx: Context,
): ApiRequest {
  const apiKey = apiKeyOf(ctx)
  const { requestId, idempotencyKey, fingerprintParts: parts } = request
  const isRepeat = async () =>
    idempotencyKey !== undefined && idempotency.isTaken({ apiKeyId: apiKey.id, idempotencyKey })
  return {
    ...request,
    apiKey,
    isRepeat,
    async upload(plan) {
      const meter = { uploadMeter, clientId: apiKey.id, isExempt: await isRepeat() }
      return request.upload(plan, meter)
    },
    async idempotently(work) {
      const takeOver: typeof work = (saveResponse) => {
        request.keepUploads()
        return work(saveResponse)
      }
      if (idempotencyKey === undefined) return takeOver(async () => undefined)
      const repeatable = { requestId, apiKeyId: apiKey.id, idempotencyKey, parts }
      const answer = await idempotency.once(repeatable, takeOver)
      ctx.state.verificationId ??= verificationIn(dataOf(answer))
      return answer
    },
  }
}

/** Parses a stored answer too: answers stored under an Idempotency-Key are short JSON. */
function dataOf(answer: Answer | StoredResponse): unknown {
  return isStoredResponse(answer) ? Object(JSON.parse(answer.body || '{}')).data : answer.data
}
