// Shows a new API key, which cannot be shown again.

import ipaddr from 'ipaddr.js'
import { createdKeyJson } from '../../server/api/keys/key-api.ts'
import type { Appliance } from '../../server/appliance.ts'
import { toIso } from '../../server/kernel/clock.ts'
import type { CreatedKey } from '../../server/keys/key.ts'
import type { Io } from '../io.ts'

/** Only the key goes to stdout, for scripts; the rest are messages. */
export function showCreatedKey(
  io: Io,
  { clock, config }: Pick<Appliance, 'clock' | 'config'>,
  created: CreatedKey,
): void {
  const { id, environment, scopes, allowedCidrs, expiresAt } = created.key
  if (!io.isJson) {
    io.say(`${id}, ${environment}: ${scopes.join(', ')}`)
    const end = expiresAt === undefined ? 'never expires' : `expires ${toIso(expiresAt)}`
    const from = allowedCidrs.length === 0 ? 'anywhere' : networksOf(allowedCidrs).join(', ')
    io.say(`${end}; works from ${from}`)
  }
  io.show(createdKeyJson(created, clock.now()), () => `${created.text}\n`)
  if (io.isJson) return
  io.say('Store it now: it will not be shown again.')
  if (!scopes.includes('kyc.read')) return
  const where = allowedCidrs.length === 0 ? '' : ' from there'
  io.say(`Try it${where}, with the key in the variable KEY:`)
  io.say(`  curl ${config.serverUrl}/v1/kyc/verifications -H "Authorization: Bearer $KEY"`)
}

/** Names the whole network where a CIDR names an address in it. */
function networksOf(cidrs: readonly string[]): readonly string[] {
  return cidrs.map((cidr) => {
    const [address, bits] = ipaddr.parseCIDR(cidr)
    const family = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
    const network = family.networkAddressFromCIDR(cidr)
    if (network.toString() === address.toString()) return cidr
    return `${network}/${bits} (the whole network of ${cidr})`
  })
}
