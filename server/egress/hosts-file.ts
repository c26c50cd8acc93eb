// The machine's hosts file, in which operators name receivers that no name server knows.

import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import type { Clock } from '../kernel/clock.ts'

export interface HostsFile {
  /** Addresses in the order of the file; empty where it does not name the host or cannot be read. */
  find(host: string): Promise<readonly string[]>
}

/** Long enough to spare a file read for every connection, short enough for whoever edits it. */
const freshMs = 5_000

export function openHostsFile(file: string, clock: Clock): HostsFile {
  let readAt = Number.NEGATIVE_INFINITY
  let entries: Promise<Entries> = Promise.resolve(new Map())
  return {
    async find(host) {
      if (clock.now() - readAt >= freshMs) {
        readAt = clock.now()
        entries = readFile(file, 'utf8').then(parseHosts, () => new Map())
      }
      return (await entries).get(host) ?? []
    },
  }
}

type Entries = ReadonlyMap<string, readonly string[]>

/** Lines of an address and its names (hosts(5)); a line that begins with something else is skipped. */
function parseHosts(text: string): Entries {
  const entries = new Map<string, readonly string[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*$/, '').trim().toLowerCase().split(/\s+/)
    if (isIP(address) === 0) continue
    for (const name of names) entries.set(name, [...(entries.get(name) ?? []), address])
  }
  return entries
}
