// Notes of `svc config check` on targets of logs and traces that nothing would be sent to.

import type { RefusedTarget } from '../../server/operations/shipping-targets.ts'

export function refusedTargetNote({ setting, given, url, addresses }: RefusedTarget): string {
  const where = `${setting} names ${url.hostname}`
  const there = addresses.includes(url.hostname.replace(/^\[|\]$/g, ''))
    ? where
    : `${where}, which is ${addresses.join(' and ')} in this machine’s hosts file`
  const local = given.replace(url.hostname, 'localhost')
  return `${there}: nothing is sent there. A collector on this machine is written ${local}, with a certificate for localhost; one elsewhere by a name or an address that other machines have, private ranges included.`
}
