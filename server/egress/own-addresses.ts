// Lists the addresses of this machine, so that no webhook can reach this server through one of them.

import { networkInterfaces } from 'node:os'

/** Returns the current addresses without zones. */
export function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((some = []) =>
    some.map(({ address }) => address.replace(/%.*$/, '')),
  )
}
