// Decides whether the console or the API is available to a request: the console can have a host name of its own
// and be limited to some networks. Pure; does not depend on a session.

import { isAddressWithin } from '../client-address.ts'
import { type ClientConnection, nameInHost } from '../connections/connection-policy.ts'
import type { NotAvailable } from '../context.ts'
import { healthPath } from '../health.ts'
import type { HttpConfig } from '../http-config.ts'

type ConsolePlace = Pick<HttpConfig, 'consoleHost' | 'consoleNetworks'>

/** Returns whether the path belongs to the console: its page, its files or its API. */
export function isConsolePath(path: string): boolean {
  return path === '/' || path === '/console' || path.startsWith('/console/')
}

/** The API reference page of the console loads it from the console's own host. Nothing in it is secret. */
const openApiPath = '/v1/openapi.json'

/** Returns why the path is not available to this request; undefined if it is. */
export function findUnavailable(
  path: string,
  connection: Pick<ClientConnection, 'host' | 'clientAddress'>,
  { consoleHost, consoleNetworks }: ConsolePlace,
): NotAvailable | undefined {
  if (path === healthPath) return undefined
  const isOnConsoleHost =
    consoleHost !== undefined &&
    connection.host !== undefined &&
    nameInHost(connection.host) === consoleHost
  const isFromAllowedNetwork =
    consoleNetworks === 'everywhere' || isAddressWithin(connection.clientAddress, consoleNetworks)
  if (isConsolePath(path)) {
    if (consoleHost !== undefined && !isOnConsoleHost)
      return { part: 'console', reason: 'other_host' }
    return isFromAllowedNetwork ? undefined : { part: 'console', reason: 'network_not_allowed' }
  }
  if (!isOnConsoleHost || (path === openApiPath && isFromAllowedNetwork)) return undefined
  return { part: 'api', reason: 'other_host' }
}
