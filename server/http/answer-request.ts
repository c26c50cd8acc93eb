// The last middleware: calls the matched endpoint and sends its answer, or answers 404, 405 and OPTIONS.

import { AppError } from '../kernel/app-error.ts'
import { type ApiRequestNeeds, openRequest } from './api-request.ts'
import { type Context, type Middleware, respond, respondWithFile } from './context.ts'
import { assertKnownQuery } from './known-query.ts'
import { refuseMissingPath } from './missing-path.ts'
import { replyNotModified } from './not-modified.ts'
import type { Answer, FileAnswer, Route, StoredResponse } from './route.ts'
import type { MatchedRoute } from './routing.ts'
import { isStoredResponse, settle, verificationIn } from './stored-response.ts'

/** @throws AppError `not_found`, `method_not_allowed`, and whatever the endpoint throws */
export function answerRequests(needs: ApiRequestNeeds): Middleware {
  return async (ctx) => {
    const { route } = ctx.state
    switch (route.kind) {
      case 'route':
        return send(ctx, await answer(needs, ctx, route))
      case 'other_method':
        return answerOtherMethod(ctx, route.allow)
      case 'unknown':
      case 'outside':
        throw refuseMissingPath(route)
    }
  }
}

async function answer(
  needs: ApiRequestNeeds,
  ctx: Context,
  route: MatchedRoute & { readonly kind: 'route' },
): Promise<Answer | StoredResponse | FileAnswer> {
  assertKnownQuery(route.route, ctx.querystring)
  const open = openRequest(needs, ctx, route)
  try {
    const answer = await route.route.answer(open.request)
    assertUsedIdempotently(route.route, open.usedIdempotently())
    return answer
  } finally {
    await open.close()
  }
}

/** Without `idempotently()` a POST that a client repeats would be done twice, so the mistake fails at once. */
function assertUsedIdempotently(route: Route, isIdempotent: boolean): void {
  if (route.method === 'POST' && route.audience === 'client' && !isIdempotent) {
    throw new Error(`POST ${route.path} answers without idempotently()`)
  }
}

function send(ctx: Context, answer: Answer | StoredResponse | FileAnswer): void {
  if ('file' in answer) {
    respondWithFile(ctx, answer)
    return
  }
  const settled = isStoredResponse(answer) ? answer : settle(answer)
  if (!isStoredResponse(answer)) ctx.state.verificationId ??= verificationIn(answer.data)
  respond(ctx, settled)
  if (settled.replayed) ctx.set('Idempotent-Replayed', 'true')
  replyNotModified(ctx)
}

/** Answers OPTIONS with `Allow` and without CORS headers: no page of another origin may call the API. */
function answerOtherMethod(ctx: Context, allow: readonly string[]): void {
  if (ctx.method !== 'OPTIONS') {
    const message = `This path answers ${allow.join(', ')}; ${ctx.method} is not among them.`
    throw new AppError('method_not_allowed', message, { allow })
  }
  respond(ctx, { status: 204, headers: { Allow: allow.join(', ') }, body: '' })
}
