// Logs one line per request. It holds the route's template instead of the path, because a client can write
// anything into a path.

import type { Log } from '../kernel/log.ts'
import type { Context } from './context.ts'
import { routeName } from './routing.ts'

export function logRequest(log: Log, { method, res, state }: Context, durationMs: number): void {
  log.info('request', {
    request_id: state.requestId,
    method,
    route: routeName(state.route),
    client_address: state.clientAddress,
    duration_ms: durationMs,
    ...state.sender,
    ...(state.verificationId && { verification_id: state.verificationId }),
    ...(state.refusal && { code: state.refusal }),
    ...(res.destroyed ? { outcome: 'client_gone' } : { status: state.response.status }),
  })
}
