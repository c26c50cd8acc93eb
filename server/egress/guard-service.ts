// What every guarded outgoing call needs: a resolver, the clock, and this server's own addresses and ports.

import type { Clock } from '../kernel/clock.ts'
import type { ConnectNeeds } from './guarded-connect.ts'
import { ownAddresses } from './own-addresses.ts'
import { createHostResolver, type HostResolver } from './resolve-host.ts'
import type { OwnAddresses } from './self-call.ts'
import { type AllowedHosts, createServicePolicy } from './service-policy.ts'

export interface Egress extends OwnAddresses {
  readonly resolver: HostResolver
  readonly clock: Clock
}

/** What is needed to connect to a service, except the time limit. */
export type ServiceGuard = Omit<ConnectNeeds, 'timeoutMs'>

export function openEgress(clock: Clock, ownPorts: ReadonlySet<number>): Egress {
  return { resolver: createHostResolver({ clock }), clock, ownPorts, ownAddresses }
}

export function guardService(egress: Egress, hosts: AllowedHosts): ServiceGuard {
  const { resolver, clock } = egress
  return { policy: createServicePolicy(hosts, egress), resolver, clock }
}
