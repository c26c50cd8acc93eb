// What calls to services on this machine, whichever ports they have, are made with in tests.

import { type Egress, openEgress, type ServiceGuard } from '../../server/egress/guard-service.ts'
import { createTargetPolicy } from '../../server/egress/target-policy.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import {
  createProviderFetch,
  type ProviderFetch,
  type ProviderFetchOptions,
} from '../../server/providers/provider-fetch.ts'

/** As an appliance has it that does not listen yet. */
export function egressForTests(): Egress {
  return openEgress(systemClock, new Set())
}

/** Opens loopback, by https and by http, and nothing else but the public. */
export function loopbackGuard(): ServiceGuard {
  const egress = egressForTests()
  const policy = createTargetPolicy({ allow: [], allowLoopback: true, ...egress })
  return { policy, resolver: egress.resolver, clock: egress.clock }
}

export function loopbackFetch(options: Omit<ProviderFetchOptions, 'guard'> = {}): ProviderFetch {
  return createProviderFetch({ ...options, guard: loopbackGuard() })
}
