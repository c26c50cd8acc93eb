// Decides whether an outgoing call would reach this server itself. Pure.

import { isLoopbackAddress, parseAddress } from './address-tiers.ts'

export interface OwnAddresses {
  /** Ports that this process listens on; may grow after a policy was created. */
  readonly ownPorts: ReadonlySet<number>
  /** Returns the addresses of this machine besides loopback. Called only if the port is one of `ownPorts`. */
  readonly ownAddresses: () => readonly string[]
}

/** Such a call would let a client send requests from the server's own address. */
export function isSelfCall(
  address: string,
  port: number,
  { ownPorts, ownAddresses }: OwnAddresses,
): boolean {
  if (!ownPorts.has(port)) return false
  const normalised = (text: string) => parseAddress(text)?.toString()
  return (
    isLoopbackAddress(address) ||
    ownAddresses().some((own) => normalised(own) === normalised(address))
  )
}
