// Answers `/healthz`: the server is running. It does not query the database, so that a slow disk never makes
// a supervisor restart a working server.

import { AppError } from '../kernel/app-error.ts'
import type { Context } from './context.ts'
import { errorResponse } from './error-response.ts'
import { setJsonResponse } from './response-draft.ts'

export const healthPath = '/healthz'

const healthy = { status: 200, headers: {}, body: JSON.stringify({ status: 'ok' }) }

/** Returns whether the request was for the health check, which is then answered. */
export function answerHealth({ path, method, state }: Context): boolean {
  if (path !== healthPath || state.flaw !== undefined) return false
  setJsonResponse(
    state.response,
    method === 'GET' || method === 'HEAD' ? healthy : errorResponse(refusal, state.requestId),
  )
  return true
}

const refusal = new AppError('method_not_allowed', 'Request /healthz with GET or HEAD.', {
  allow: ['GET', 'HEAD'],
})
