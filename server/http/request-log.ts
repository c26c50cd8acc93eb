// One line a request: what was asked for and how it ended. The route's template stands for the path,
// which may hold anything that a client chose to write there.

import type { Clock } from '../kernel/clock.ts'
import type { Log, LogFields } from '../kernel/log.ts'
import type { Exchange, Step } from './exchange.ts'
import { routeName } from './routing.ts'

export function logRequests(needs: { readonly log: Log; readonly clock: Clock }): Step {
  return async (exchange, next) => {
    const startedAt = needs.clock.now()
    await next()
    needs.log.info('request', {
      request_id: exchange.state.requestId,
      method: exchange.method,
      route: routeName(exchange.state.found),
      client_address: exchange.state.clientAddress,
      duration_ms: needs.clock.now() - startedAt,
      ...callerFields(exchange),
      ...(exchange.state.verificationId && { verification_id: exchange.state.verificationId }),
      ...(exchange.state.refusal && { code: exchange.state.refusal }),
      ...(exchange.res.destroyed ? { outcome: 'client_gone' } : { status: exchange.status }),
    })
  }
}

function callerFields({ state }: Exchange): LogFields {
  if (state.visit !== undefined) return { staff_id: state.visit.member.id }
  if (state.identity.kind === 'stranger') return {}
  const { id, environment } = state.identity.key
  return { api_key_id: id, environment }
}
