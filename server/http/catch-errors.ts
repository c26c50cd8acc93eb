// The net under everything behind it: whatever is thrown becomes the error envelope, and what was our
// own fault is logged, once.

import type { Config } from '../config.ts'
import { storageTroubleOf } from '../db/storage-trouble.ts'
import type { Log } from '../kernel/log.ts'
import { ClientGoneError } from './body-stream.ts'
import { asRefusal, errorResponse } from './error-response.ts'
import { type Exchange, respond, type Step } from './exchange.ts'
import { routeName } from './routing.ts'

export interface CatchErrorsNeeds {
  readonly log: Log
  readonly config: Pick<Config, 'dataDir'>
}

export function catchErrors(needs: CatchErrorsNeeds): Step {
  return async (exchange, next) => {
    try {
      await next()
    } catch (error) {
      refuse(needs, exchange, error)
    }
  }
}

function refuse({ log, config }: CatchErrorsNeeds, exchange: Exchange, error: unknown): void {
  // Nobody is there to be told, and nothing went wrong on our side.
  if (error instanceof ClientGoneError) return
  const refusal = asRefusal(error)
  const trouble = storageTroubleOf(error)
  const response = errorResponse(refusal, exchange.state.requestId)
  const fields = {
    request_id: exchange.state.requestId,
    method: exchange.method,
    route: routeName(exchange.state.found),
    code: refusal.code,
  }
  if (response.status === 500) log.error('request_failed', fields, refusal.cause ?? refusal)
  else if (trouble !== undefined) {
    log.error('request_not_stored', { ...fields, reason: trouble, path: config.dataDir }, error)
  } else if (response.status === 503) log.warn('request_not_served', fields)
  exchange.state.refusal = refusal.code
  exchange.state.refusedMember = refusal.options.memberId
  respond(exchange, response)
}
