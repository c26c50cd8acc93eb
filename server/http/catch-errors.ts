// The net under everything behind it: whatever is thrown becomes the error envelope, and what was our
// own fault is logged, once.

import type { Log } from '../kernel/log.ts'
import { ClientGoneError } from './body-stream.ts'
import { asRefusal, errorResponse } from './error-response.ts'
import { type Exchange, respond, type Step } from './exchange.ts'
import { routeName } from './routing.ts'

export function catchErrors(needs: { readonly log: Log }): Step {
  return async (exchange, next) => {
    try {
      await next()
    } catch (error) {
      refuse(needs.log, exchange, error)
    }
  }
}

function refuse(log: Log, exchange: Exchange, error: unknown): void {
  // Nobody is there to be told, and nothing went wrong on our side.
  if (error instanceof ClientGoneError) return
  const refusal = asRefusal(error)
  const response = errorResponse(refusal, exchange.state.requestId)
  const fields = {
    request_id: exchange.state.requestId,
    method: exchange.method,
    route: routeName(exchange.state.found),
    code: refusal.code,
  }
  if (response.status === 500) log.error('request_failed', fields, refusal.cause ?? refusal)
  else if (response.status > 500) log.warn('request_not_served', fields)
  exchange.state.refusal = refusal.code
  respond(exchange, response)
}
