// Answers a request by its route: checks that the caller may use the matched route, and calls it. Without a matched
// route it answers 404, 405 or OPTIONS.

import { AppError } from '../kernel/app-error.ts'
import type { Answer, FileAnswer, StoredResponse } from './answer.ts'
import { assertKnownQuery } from './bodies/known-query.ts'
import { parsedQuery } from './bodies/parsed-query.ts'
import type { Context, MatchedRoute } from './context.ts'
import { refuseMissingPath } from './missing-path.ts'
import { replyNotModified } from './not-modified.ts'
import { OpenRequest, type OpenRequestNeeds } from './open-request.ts'
import { setJsonResponse } from './response-draft.ts'
import { isStoredResponse, toStoredResponse, verificationIn } from './stored-response.ts'

/** @throws AppError `not_found`, `method_not_allowed`, and whatever the route throws */
export async function callRoute(needs: OpenRequestNeeds, ctx: Context): Promise<void> {
  const { route } = ctx.state
  switch (route.kind) {
    case 'route':
      return setResponse(ctx, await answer(needs, ctx, route))
    case 'other_method':
      return answerOtherMethod(ctx, route.allow)
    case 'unknown':
    case 'outside':
      throw refuseMissingPath(route)
  }
}

async function answer(
  needs: OpenRequestNeeds,
  ctx: Context,
  route: MatchedRoute & { readonly kind: 'route' },
): Promise<Answer | StoredResponse | FileAnswer> {
  const admitted = route.route.admit?.(ctx)
  if (admitted !== undefined) await admitted
  assertKnownQuery(route.route, parsedQuery(ctx))
  const request = new OpenRequest(needs, ctx, route)
  try {
    return await route.route.answer(request, ctx)
  } finally {
    await request.close()
  }
}

function setResponse(ctx: Context, answer: Answer | StoredResponse | FileAnswer): void {
  const { response } = ctx.state
  if ('file' in answer) {
    Object.assign(response.headers, answer.headers, { 'Content-Type': answer.contentType })
    response.status = 200
    response.body = answer.file
    return
  }
  const settled = isStoredResponse(answer) ? answer : toStoredResponse(answer)
  if (!isStoredResponse(answer)) ctx.state.verificationId ??= verificationIn(answer.data)
  setJsonResponse(response, settled)
  if (settled.replayed) response.headers['Idempotent-Replayed'] = 'true'
  replyNotModified(ctx)
}

/** Answers OPTIONS with `Allow` and without CORS headers: no page of another origin may call the API. */
function answerOtherMethod(ctx: Context, allow: readonly string[]): void {
  if (ctx.method !== 'OPTIONS') {
    const message = `This path answers ${allow.join(', ')}; ${ctx.method} is not among them.`
    throw new AppError('method_not_allowed', message, { allow })
  }
  setJsonResponse(ctx.state.response, {
    status: 204,
    headers: { Allow: allow.join(', ') },
    body: '',
  })
}
