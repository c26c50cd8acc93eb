// Makes routes of the API's rows: checks key and scope, and gives each handler its ApiRequest.

import type { Trx } from '../db/transaction.ts'
import type { Answer, StoredResponse } from '../http/answer.ts'
import type { JsonObject } from '../http/bodies/read-json.ts'
import type { Context, Route } from '../http/context.ts'
import type { IdentifyClient } from '../http/limits/limit-rate.ts'
import type { RouteRequest } from '../http/route-request.ts'
import { isStoredResponse, verificationIn } from '../http/stored-response.ts'
import type { Upload, UploadPlan } from '../http/uploads/read-upload.ts'
import type { UploadMeter } from '../http/uploads/upload-meter.ts'
import type { Clock } from '../kernel/clock.ts'
import type { ApiKey } from '../keys/key.ts'
import type { ApiRequest, ApiRoute, ClientRoute, EffectOptions } from './api-route.ts'
import { apiKeyOf, assertScope, assertStillActive } from './authenticate.ts'
import type { Idempotency, SaveResponse } from './idempotency/idempotency.ts'

interface ServeApiNeeds {
  readonly clock: Pick<Clock, 'now'>
  readonly idempotency: Idempotency
  readonly uploadMeter: UploadMeter
  readonly identifyClient: IdentifyClient
}

export function serveApiRoute(needs: ServeApiNeeds, route: ApiRoute): Route {
  if (route.audience !== 'client') return route
  return {
    ...route,
    admit: (ctx) => assertScope(apiKeyOf(ctx), route.scope),
    async admitAgain(ctx) {
      await needs.identifyClient(ctx)
      assertScope(apiKeyOf(ctx), route.scope)
    },
    answer: (request, ctx) => answerClient(needs, route, request, ctx),
  }
}

async function answerClient(
  needs: ServeApiNeeds,
  route: ClientRoute,
  request: RouteRequest,
  ctx: Context,
): Promise<Answer | StoredResponse> {
  const clientRequest = new ClientRequest(needs, request, ctx)
  const answer = await route.answer(clientRequest)
  // Without `idempotently()` a request that a client repeats would be done twice, so the mistake fails at once.
  const { isIdempotent } = clientRequest
  if (isIdempotent !== (route.isIdempotent ?? false)) {
    const uses = isIdempotent ? 'with' : 'without'
    throw new Error(`${route.method} ${route.path} answers ${uses} idempotently(), against its row`)
  }
  return answer
}

/** The HTTP frame's request, with the API key and idempotency added. A class for the same reason as `OpenRequest`. */
class ClientRequest implements ApiRequest {
  readonly requestId: string
  readonly clientAddress: string
  readonly apiKey: ApiKey
  /** Whether the route used `idempotently`. */
  isIdempotent = false
  readonly #needs: ServeApiNeeds
  readonly #request: RouteRequest
  readonly #ctx: Context

  /** @throws AppError `unauthenticated`, `address_not_allowed` */
  constructor(needs: ServeApiNeeds, request: RouteRequest, ctx: Context) {
    this.requestId = request.requestId
    this.clientAddress = request.clientAddress
    this.apiKey = apiKeyOf(ctx)
    this.#needs = needs
    this.#request = request
    this.#ctx = ctx
  }

  get signal(): AbortSignal {
    return this.#request.signal
  }

  concerns(verificationId: string): void {
    this.#request.concerns(verificationId)
  }

  param(name: string): string {
    return this.#request.param(name)
  }

  query<Name extends string>(names: readonly Name[]): { readonly [Key in Name]?: string } {
    return this.#request.query(names)
  }

  json(): Promise<JsonObject> {
    return this.#request.json()
  }

  assertStillActive(trx: Trx): Promise<void> {
    return assertStillActive(trx, this.apiKey.id, this.#needs.clock.now())
  }

  async isRepeat(): Promise<boolean> {
    const { idempotencyKey } = this.#request
    if (idempotencyKey === undefined) return false
    return this.#needs.idempotency.isTaken({ apiKey: this.apiKey, idempotencyKey })
  }

  async upload<Result>(plan: UploadPlan<Result>): Promise<Upload<Result>> {
    const { uploadMeter } = this.#needs
    const meter = { uploadMeter, clientId: this.apiKey.id, isExempt: await this.isRepeat() }
    return this.#request.upload(plan, meter)
  }

  async idempotently(
    work: (saveResponse: SaveResponse) => Promise<Answer>,
    { isDoneAlready = false }: EffectOptions = {},
  ): Promise<Answer | StoredResponse> {
    this.isIdempotent = true
    const assertActive = async (trx: Trx) => {
      if (!isDoneAlready) await this.assertStillActive(trx)
    }
    const { idempotencyKey, fingerprintParts: parts } = this.#request
    const takeOver: typeof work = (saveResponse) => {
      this.#request.keepUploads()
      return work(saveResponse)
    }
    if (idempotencyKey === undefined) return takeOver(assertActive)
    const { requestId, apiKey } = this
    const repeatable = { requestId, apiKey, idempotencyKey, parts }
    const answer = await this.#needs.idempotency.once(repeatable, (saveResponse) =>
      takeOver(async (trx, answer) => {
        await assertActive(trx)
        await saveResponse(trx, answer)
      }),
    )
    this.#ctx.state.verificationId ??= verificationIn(dataOf(answer))
    return answer
  }
}

/** Parses a stored answer too: answers stored under an Idempotency-Key are short JSON. */
function dataOf(answer: Answer | StoredResponse): unknown {
  return isStoredResponse(answer) ? Object(JSON.parse(answer.body || '{}')).data : answer.data
}
