// Logs one line per request. It holds the route's template instead of the path, because a client can write
// anything into a path.

import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Middleware } from './context.ts'
import { routeName } from './routing.ts'

export function logRequests(needs: { readonly log: Log; readonly clock: Clock }): Middleware {
  return async (ctx, next) => {
    const startedAt = needs.clock.now()
    await next()
    needs.log.info('request', {
      request_id: ctx.state.requestId,
      method: ctx.method,
      route: routeName(ctx.state.route),
      client_address: ctx.state.clientAddress,
      duration_ms: needs.clock.now() - startedAt,
      ...ctx.state.sender,
      ...(ctx.state.verificationId && { verification_id: ctx.state.verificationId }),
      ...(ctx.state.refusal && { code: ctx.state.refusal }),
      ...(ctx.res.destroyed ? { outcome: 'client_gone' } : { status: ctx.status }),
    })
  }
}
