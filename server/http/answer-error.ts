// Turns a thrown error into the error envelope, and logs the errors that are the server's own fault.

import type { Log } from '../kernel/log.ts'
import type { StorageTrouble } from '../kernel/storage-trouble.ts'
import { ClientGoneError } from './bodies/body-stream.ts'
import type { Context } from './context.ts'
import { asRefusal, errorResponse } from './error-response.ts'
import type { HttpConfig } from './http-config.ts'
import { setJsonResponse } from './response-draft.ts'
import { routeName } from './routing.ts'

export interface AnswerErrorNeeds {
  readonly log: Log
  readonly config: Pick<HttpConfig, 'dataDir'>
  /** Recognises errors that mean that nothing can be stored. */
  readonly storageTroubleOf: (error: unknown) => StorageTrouble | undefined
}

/** Answers a request whose handling threw `error`. */
export function answerError(needs: AnswerErrorNeeds, ctx: Context, error: unknown): void {
  // The client disconnected: there is nobody to answer and no fault of the server.
  if (error instanceof ClientGoneError) return
  const { log, config } = needs
  const trouble = needs.storageTroubleOf(error)
  const refusal = asRefusal(error, trouble)
  const response = errorResponse(refusal, ctx.state.requestId)
  const fields = {
    request_id: ctx.state.requestId,
    method: ctx.method,
    route: routeName(ctx.state.route),
    code: refusal.code,
  }
  if (response.status === 500) log.error('request_failed', fields, refusal.cause ?? refusal)
  else if (trouble !== undefined) {
    log.error('request_not_stored', { ...fields, reason: trouble, path: config.dataDir }, error)
  } else if (response.status === 503) {
    const { reason } = refusal.options
    log.warn('request_not_served', reason === undefined ? fields : { ...fields, reason })
  }
  ctx.state.refusal = refusal.code
  ctx.state.refusedUser = refusal.options.userId
  setJsonResponse(ctx.state.response, response)
}
