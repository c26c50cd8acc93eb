// The last middleware: checks that the caller may use the matched route, calls it and sends its answer. Without a
// matched route it answers 404, 405 or OPTIONS.

import { AppError } from '../kernel/app-error.ts'
import type { Answer, FileAnswer, StoredResponse } from './answer.ts'
import {
  type Context,
  type MatchedRoute,
  type Middleware,
  respond,
  respondWithFile,
} from './context.ts'
import { assertKnownQuery } from './known-query.ts'
import { refuseMissingPath } from './missing-path.ts'
import { replyNotModified } from './not-modified.ts'
import { type OpenRequestNeeds, openRequest } from './open-request.ts'
import { isStoredResponse, toStoredResponse, verificationIn } from './stored-response.ts'

/** @throws AppError `not_found`, `method_not_allowed`, and whatever the route throws */
export function answerRequests(needs: OpenRequestNeeds): Middleware {
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
  needs: OpenRequestNeeds,
  ctx: Context,
  route: MatchedRoute & { readonly kind: 'route' },
): Promise<Answer | StoredResponse | FileAnswer> {
  await route.route.admit?.(ctx)
  assertKnownQuery(route.route, ctx.querystring)
  const open = openRequest(needs, ctx, route)
  try {
    return await route.route.answer(open.request, ctx)
  } finally {
    await open.close()
  }
}

function send(ctx: Context, answer: Answer | StoredResponse | FileAnswer): void {
  if ('file' in answer) {
    respondWithFile(ctx, answer)
    return
  }
  const settled = isStoredResponse(answer) ? answer : toStoredResponse(answer)
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
