// The addresses of this machine, so that no webhook reaches our own server by way of one of them.

import { networkInterfaces } from 'node:os'

/** As they are at this moment; without zones, in their usual spelling. */
export function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((some = []) =>
    some.map(({ address }) => address.replace(/%.*$/, '')),
  )
}
