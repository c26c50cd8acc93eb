// Logs and counts each request. Log and metrics hold the route's template instead of the path, because a client can
// write anything into a path.

import type { Log } from '../kernel/log.ts'
import type { Metrics } from '../kernel/metrics.ts'
import type { Context } from './context.ts'
import { routeName } from './routing.ts'

interface RequestLogNeeds {
  readonly log: Log
  readonly metrics?: Pick<Metrics, 'request'>
}

export function logRequest(
  { log, metrics }: RequestLogNeeds,
  { method, res, state }: Context,
  durationMs: number,
): void {
  const route = routeName(state.route)
  const isGone = res.destroyed
  const { status } = state.response
  log.info('request', {
    request_id: state.requestId,
    method,
    route,
    client_address: state.clientAddress,
    duration_ms: durationMs,
    ...state.sender,
    ...(state.verificationId && { verification_id: state.verificationId }),
    ...(state.refusal && { code: state.refusal }),
    ...(isGone ? { outcome: 'client_gone' } : { status }),
  })
  metrics?.request({
    method,
    route,
    status: isGone ? 0 : status,
    durationMs,
    requestId: state.requestId,
    verificationId: state.verificationId,
    traceparent: state.traceparent,
  })
}
