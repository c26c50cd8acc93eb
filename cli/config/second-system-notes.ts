// Notes of `svc config check` on targets of logs and traces that nothing would be sent to.

import type { RefusedSystem } from '../../server/operations/second-systems/second-systems.ts'

export function refusedSystemNote({ setting, given, url, addresses }: RefusedSystem): string {
  const where = `${setting} names ${url.hostname}`
  const there = addresses.includes(url.hostname.replace(/^\[|\]$/g, ''))
    ? where
    : `${where}, which is ${addresses.join(' and ')} in this machine’s hosts file`
  const local = given.replace(url.hostname, 'localhost')
  return `${there}: nothing is sent there. For a collector on this machine write ${local}; its certificate must name localhost. For one on another machine give a name or an address by which other machines reach it; private ranges are allowed.`
}
