// Guards the calls to a second system that gets logs or traces: they may go to its host and port alone.

import { destinationOf } from '../../egress/destination.ts'
import { type Egress, guardService, type ServiceGuard } from '../../egress/guard-service.ts'

/**
 * @param given as in the setting; the URL of a collector (`tls:`) gets https, which has a standard port as it has none
 */
export function secondSystemUrl(given: string): URL {
  return new URL(given.replace(/^tls:/, 'https:'))
}

export function guardSecondSystem(egress: Egress, url: URL): ServiceGuard {
  const { host, port } = destinationOf(url)
  return guardService(egress, { known: [], named: [{ pattern: host, port }] })
}
