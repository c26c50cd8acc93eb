// Resolves host names: the hosts file first, then DNS, with a time limit. Node's `dns.lookup` is not used: four
// slow names would block its thread pool, which file access needs too.

import { Resolver } from 'node:dns/promises'
import type { Clock } from '../kernel/clock.ts'
import { addressesWithoutDns } from './destination.ts'
import { openHostsFile } from './hosts-file.ts'

export interface HostResolver {
  /**
   * Returns every address of the host, IPv4 first; an IP address returns itself. Empty if there is none or no name
   * server answered in time. Search domains are not tried.
   * @param host lower case, without brackets
   */
  resolve(host: string): Promise<readonly string[]>
}

interface ResolverOptions {
  readonly clock: Clock
  readonly hostsFile?: string
  /** `address:port`. Default: the machine's name servers. */
  readonly servers?: readonly string[]
  /** Time limit in milliseconds for all queries of one name together. */
  readonly budgetMs?: number
}

interface Cached {
  readonly addresses: Promise<readonly string[]>
  freshUntil: number
}

const freshMs = 30_000
/** Failed look-ups are cached for less time, so that a new DNS name works soon. */
const freshUnknownMs = 5_000
const namesMax = 1_000

export function createHostResolver(options: ResolverOptions): HostResolver {
  const { clock, hostsFile = '/etc/hosts' } = options
  const hosts = openHostsFile(hostsFile, clock)
  const cache = new Map<string, Cached>()

  async function find(host: string): Promise<readonly string[]> {
    const listed = await hosts.find(host)
    return listed.length > 0 ? listed : askNameServers(host, options)
  }

  function resolveAndCache(host: string): Cached {
    const entry = { addresses: find(host), freshUntil: clock.now() + freshMs }
    cache.delete(host)
    cache.set(host, entry)
    forgetOldest(cache)
    entry.addresses.then((addresses) => {
      if (addresses.length === 0) entry.freshUntil = clock.now() + freshUnknownMs
    })
    return entry
  }

  return {
    async resolve(host) {
      const fixed = addressesWithoutDns(host)
      if (fixed !== undefined) return fixed
      const entry = cache.get(host)
      const isFresh = entry !== undefined && clock.now() < entry.freshUntil
      return isFresh ? entry.addresses : resolveAndCache(host).addresses
    },
  }
}

/** Uses a new resolver each time, which reads the list of name servers again and can be cancelled alone. */
async function askNameServers(
  host: string,
  { clock, servers, budgetMs = 2_000 }: ResolverOptions,
): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: Math.ceil(budgetMs / 4), tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)
  const cancel = clock.after(budgetMs, () => resolver.cancel())
  const queries = [resolver.resolve4(host), resolver.resolve6(host)]
  const answers = await Promise.allSettled(queries)
  cancel()
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

function forgetOldest(cache: Map<string, Cached>): void {
  const oldest = cache.size > namesMax ? cache.keys().next().value : undefined
  if (oldest !== undefined) cache.delete(oldest)
}
