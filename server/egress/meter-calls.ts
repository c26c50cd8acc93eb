// Measures the calls to the identity provider and the scoring engine on their way to the outbound log.

import type { Clock } from '../kernel/clock.ts'
import type { Metrics } from '../kernel/metrics.ts'
import type { OnCall, OutboundEnd } from './outbound.ts'

export function meterCalls(
  metrics: Pick<Metrics, 'outboundCall'>,
  clock: Clock,
  onCall: OnCall,
): OnCall {
  return (call, begun) => {
    const record = onCall(call, begun)
    const startedAt = clock.steadyMs()
    return (end) => {
      const durationMs = clock.steadyMs() - startedAt
      metrics.outboundCall({ purpose: call.purpose, outcome: outcomeOf(end), durationMs })
      record(end)
    }
  }
}

/** An answer counts by its class, so that an alert can tell errors of the service from refusals. */
function outcomeOf({ outcome, status }: OutboundEnd): string {
  if (outcome !== 'answered' || status === undefined) return outcome
  return `answered_${Math.floor(status / 100)}xx`
}
