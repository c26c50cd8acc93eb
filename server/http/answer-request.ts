// Last step: has the endpoint that was asked for answer, or says what could be asked instead.

import { AppError } from '../kernel/app-error.ts'
import { type ApiRequestNeeds, openRequest } from './api-request.ts'
import type { Answer, Endpoint, FileAnswer, SettledAnswer } from './endpoint.ts'
import { type Exchange, respond, respondWithFile, type Step } from './exchange.ts'
import { assertKnownQuery } from './known-query.ts'
import { refuseMissingPath } from './missing-path.ts'
import { spareUnmodified } from './not-modified.ts'
import type { Found } from './routing.ts'
import { isSettled, settle, verificationIn } from './settled-answer.ts'

/** @throws AppError `not_found`, `method_not_allowed`, and what the endpoint throws */
export function answerRequests(needs: ApiRequestNeeds): Step {
  return async (exchange) => {
    const { found } = exchange.state
    switch (found.kind) {
      case 'endpoint':
        return send(exchange, await answer(needs, exchange, found))
      case 'other_method':
        return answerOtherMethod(exchange, found.allow)
      case 'unknown':
      case 'outside':
        throw refuseMissingPath(found)
    }
  }
}

async function answer(
  needs: ApiRequestNeeds,
  exchange: Exchange,
  found: Found & { readonly kind: 'endpoint' },
): Promise<Answer | SettledAnswer | FileAnswer> {
  assertKnownQuery(found.endpoint, exchange.querystring)
  const open = openRequest(needs, exchange, found)
  try {
    const answer = await found.endpoint.answer(open.request)
    assertAskedOnce(found.endpoint, open.hasAskedOnce())
    return answer
  } finally {
    await open.close()
  }
}

/** A POST that skips it would be done twice by a client that repeats it; better found out at once. */
function assertAskedOnce(endpoint: Endpoint, hasAsked: boolean): void {
  if (endpoint.method === 'POST' && endpoint.audience === 'client' && !hasAsked) {
    throw new Error(`POST ${endpoint.path} answers without idempotently()`)
  }
}

function send(exchange: Exchange, answer: Answer | SettledAnswer | FileAnswer): void {
  if ('file' in answer) {
    respondWithFile(exchange, answer)
    return
  }
  const settled = isSettled(answer) ? answer : settle(answer)
  if (!isSettled(answer)) exchange.state.verificationId ??= verificationIn(answer.data)
  respond(exchange, settled)
  if (settled.replayed) exchange.set('Idempotent-Replayed', 'true')
  spareUnmodified(exchange)
}

/** OPTIONS says what there is; without CORS headers, as no page of another origin is to call us. */
function answerOtherMethod(exchange: Exchange, allow: readonly string[]): void {
  if (exchange.method !== 'OPTIONS') {
    const message = `This path answers ${allow.join(', ')}; ${exchange.method} is not among them.`
    throw new AppError('method_not_allowed', message, { allow })
  }
  respond(exchange, { status: 204, headers: { Allow: allow.join(', ') }, body: '' })
}
