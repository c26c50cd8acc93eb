// Answers `/healthz`: the server is running. It does not query the database, so that a slow disk never makes
// a supervisor restart a working server.

import { AppError } from '../kernel/app-error.ts'
import { type Middleware, respond } from './context.ts'
import { errorResponse } from './error-response.ts'

export const healthPath = '/healthz'

export const answerHealth: Middleware = async (ctx, next) => {
  if (ctx.path !== healthPath || ctx.state.flaw !== undefined) return next()
  if (ctx.method === 'GET' || ctx.method === 'HEAD') {
    return respond(ctx, { status: 200, headers: {}, body: JSON.stringify({ status: 'ok' }) })
  }
  const refusal = new AppError('method_not_allowed', 'Request /healthz with GET or HEAD.', {
    allow: ['GET', 'HEAD'],
  })
  respond(ctx, errorResponse(refusal, ctx.state.requestId))
}
