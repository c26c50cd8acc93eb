// Whether a request found the console where it answers, and the API where that does: the console can have a name
// of its own and be there for some networks only. Pure; looks at nothing that a session could say.

import type { Config } from '../config.ts'
import { isAddressWithin } from './client-address.ts'
import { healthPath } from './health.ts'
import { nameInHost, type Reach } from './reach.ts'

export interface Shut {
  readonly part: 'console' | 'api'
  readonly reason: 'other_host' | 'network_not_allowed'
}

export type ConsolePlace = Pick<Config, 'consoleHost' | 'consoleNetworks'>

/** Everything that the page of the console is made of, and the interface behind it. */
export function isOfConsole(path: string): boolean {
  return path === '/' || path === '/console' || path.startsWith('/console/')
}

/** The page of the API's reference reads it from where it stands itself. Nothing in it is secret. */
const describedAt = '/v1/openapi.json'

/** @returns why what is asked for is not there for this request; undefined where it is */
export function findShut(
  path: string,
  reach: Pick<Reach, 'host' | 'clientAddress'>,
  { consoleHost, consoleNetworks }: ConsolePlace,
): Shut | undefined {
  if (path === healthPath) return undefined
  const isByOwnName =
    consoleHost !== undefined && reach.host !== undefined && nameInHost(reach.host) === consoleHost
  const isHere =
    consoleNetworks === 'everywhere' || isAddressWithin(reach.clientAddress, consoleNetworks)
  if (isOfConsole(path)) {
    if (consoleHost !== undefined && !isByOwnName) return { part: 'console', reason: 'other_host' }
    return isHere ? undefined : { part: 'console', reason: 'network_not_allowed' }
  }
  if (!isByOwnName || (path === describedAt && isHere)) return undefined
  return { part: 'api', reason: 'other_host' }
}
