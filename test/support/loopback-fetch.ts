// HTTP clients for tests that may call services on loopback, on any port.

import { type Egress, openEgress, type ServiceGuard } from '../../server/egress/guard-service.ts'
import {
  createServiceClient,
  type ServiceClient,
  type ServiceClientOptions,
} from '../../server/egress/service-client.ts'
import { createTargetPolicy } from '../../server/egress/target-policy.ts'
import { systemClock } from '../../server/kernel/clock.ts'

/** The egress of an appliance that does not listen yet. */
export function egressForTests(): Egress {
  return openEgress(systemClock, new Set())
}

/** Allows loopback, by https and http, besides public addresses. */
function loopbackGuard(): ServiceGuard {
  const egress = egressForTests()
  const policy = createTargetPolicy({ allow: [], allowLoopback: true, ...egress })
  return { policy, resolver: egress.resolver, clock: egress.clock }
}

export function loopbackFetch(options: Omit<ServiceClientOptions, 'guard'> = {}): ServiceClient {
  return createServiceClient({ ...options, guard: loopbackGuard() })
}
