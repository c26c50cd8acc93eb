// Reads the machine's hosts file, which operators use for receivers without a DNS name.

import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import type { Clock } from '../kernel/clock.ts'

interface HostsFile {
  /** Returns addresses in the order of the file; empty if the file lacks the host or cannot be read. */
  find(host: string): Promise<readonly string[]>
}

/** Long enough to avoid a file read per connection, short enough for an operator who edits the file. */
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

/** Parses lines of an address and its names (hosts(5)); skips other lines. */
function parseHosts(text: string): Entries {
  const entries = new Map<string, readonly string[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*$/, '').trim().toLowerCase().split(/\s+/)
    if (isIP(address) === 0) continue
    for (const name of names) entries.set(name, [...(entries.get(name) ?? []), address])
  }
  return entries
}
