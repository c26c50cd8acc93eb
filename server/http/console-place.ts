// Decides whether the console or the API is available to a request: the console can have a host name of its own
// and be limited to some networks. Pure; does not depend on a session.

import type { Config } from '../config.ts'
import { isAddressWithin } from './client-address.ts'
import { healthPath } from './health.ts'
import { nameInHost, type Reach } from './reach.ts'

export interface NotAvailable {
  readonly part: 'console' | 'api'
  readonly reason: 'other_host' | 'network_not_allowed'
}

export type ConsolePlace = Pick<Config, 'consoleHost' | 'consoleNetworks'>

/** Returns whether the path belongs to the console: its page, its files or its API. */
export function isConsolePath(path: string): boolean {
  return path === '/' || path === '/console' || path.startsWith('/console/')
}

/** The API reference page of the console loads it from the console's own host. Nothing in it is secret. */
const openApiPath = '/v1/openapi.json'

/** Returns why the path is not available to this request; undefined if it is. */
export function findUnavailable(
  path: string,
  reach: Pick<Reach, 'host' | 'clientAddress'>,
  { consoleHost, consoleNetworks }: ConsolePlace,
): NotAvailable | undefined {
  if (path === healthPath) return undefined
  const isOnConsoleHost =
    consoleHost !== undefined && reach.host !== undefined && nameInHost(reach.host) === consoleHost
  const isFromAllowedNetwork =
    consoleNetworks === 'everywhere' || isAddressWithin(reach.clientAddress, consoleNetworks)
  if (isConsolePath(path)) {
    if (consoleHost !== undefined && !isOnConsoleHost)
      return { part: 'console', reason: 'other_host' }
    return isFromAllowedNetwork ? undefined : { part: 'console', reason: 'network_not_allowed' }
  }
  if (!isOnConsoleHost || (path === openApiPath && isFromAllowedNetwork)) return undefined
  return { part: 'api', reason: 'other_host' }
}
