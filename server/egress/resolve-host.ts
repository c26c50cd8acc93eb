// Finds the addresses of a host: the hosts file first, then name servers, each within a time of its own.
// Node's usual look-up is not used: four slow names would hold all its threads, and with them the files.

import { Resolver } from 'node:dns/promises'
import type { Clock } from '../kernel/clock.ts'
import { addressesWithoutDns } from './destination.ts'
import { openHostsFile } from './hosts-file.ts'

export interface HostResolver {
  /**
   * Every address of the host, IPv4 first; an address stands for itself. Empty when there is none or no
   * name server answered in time. Search domains of the machine are not tried.
   * @param host lower case, without brackets
   */
  resolve(host: string): Promise<readonly string[]>
}

export interface ResolverOptions {
  readonly clock: Clock
  readonly hostsFile?: string
  /** `address:port`; the machine's own unless said. */
  readonly servers?: readonly string[]
  /** For all questions about one name together. */
  readonly budgetMs?: number
}

interface Known {
  readonly addresses: Promise<readonly string[]>
  freshUntil: number
}

const freshMs = 30_000
/** A receiver that has just got its name should not wait for long. */
const freshUnknownMs = 5_000
const namesMax = 1_000

export function createHostResolver(options: ResolverOptions): HostResolver {
  const { clock, hostsFile = '/etc/hosts' } = options
  const hosts = openHostsFile(hostsFile, clock)
  const known = new Map<string, Known>()

  async function find(host: string): Promise<readonly string[]> {
    const written = await hosts.find(host)
    return written.length > 0 ? written : askNameServers(host, options)
  }

  function remember(host: string): Known {
    const entry = { addresses: find(host), freshUntil: clock.now() + freshMs }
    known.delete(host)
    known.set(host, entry)
    forgetOldest(known)
    entry.addresses.then((addresses) => {
      if (addresses.length === 0) entry.freshUntil = clock.now() + freshUnknownMs
    })
    return entry
  }

  return {
    async resolve(host) {
      const fixed = addressesWithoutDns(host)
      if (fixed !== undefined) return fixed
      const entry = known.get(host)
      const isFresh = entry !== undefined && clock.now() < entry.freshUntil
      return isFresh ? entry.addresses : remember(host).addresses
    },
  }
}

/** A fresh resolver each time: it reads the machine's list of name servers anew and can be cut off alone. */
async function askNameServers(
  host: string,
  { clock, servers, budgetMs = 2_000 }: ResolverOptions,
): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: Math.ceil(budgetMs / 4), tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)
  const cancel = clock.after(budgetMs, () => resolver.cancel())
  const questions = [resolver.resolve4(host), resolver.resolve6(host)]
  const answers = await Promise.allSettled(questions)
  cancel()
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

function forgetOldest(known: Map<string, Known>): void {
  const oldest = known.size > namesMax ? known.keys().next().value : undefined
  if (oldest !== undefined) known.delete(oldest)
}
