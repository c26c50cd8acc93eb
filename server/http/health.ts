// `/healthz`: says that the server answers, and nothing else. Touches no database, so that a slow disk
// never makes a supervisor restart a server that is at work.

import { AppError } from '../kernel/app-error.ts'
import { errorResponse } from './error-response.ts'
import { respond, type Step } from './exchange.ts'

export const healthPath = '/healthz'

export const answerHealth: Step = async (exchange, next) => {
  if (exchange.path !== healthPath || exchange.state.flaw !== undefined) return next()
  if (exchange.method === 'GET' || exchange.method === 'HEAD') {
    return respond(exchange, { status: 200, headers: {}, body: JSON.stringify({ status: 'ok' }) })
  }
  const refusal = new AppError('method_not_allowed', 'Ask for /healthz with GET or HEAD.', {
    allow: ['GET', 'HEAD'],
  })
  respond(exchange, errorResponse(refusal, exchange.state.requestId))
}
