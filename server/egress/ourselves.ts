// Whether a call would lead back to this very server. Pure.

import { isLoopbackAddress, parseAddress } from './address-tiers.ts'

export interface Ourselves {
  /** Ports that this process listens on; may grow after a policy was made. */
  readonly ownPorts: ReadonlySet<number>
  /** Addresses of this machine besides loopback. Asked only about a destination on one of `ownPorts`. */
  readonly ownAddresses: () => readonly string[]
}

/** A call to ourselves would let somebody outside speak with the server's own address. */
export function leadsToOurselves(
  address: string,
  port: number,
  { ownPorts, ownAddresses }: Ourselves,
): boolean {
  if (!ownPorts.has(port)) return false
  const spelt = (text: string) => parseAddress(text)?.toString()
  return isLoopbackAddress(address) || ownAddresses().some((own) => spelt(own) === spelt(address))
}
