// A port for a server whose number has to be known before it listens.

import { createServer } from 'node:net'

/**
 * Below the ports that systems give away by themselves (from 32768 or 49152 on): between the search and the
 * use nobody gets it who did not ask for it by number. Above 10080, which browsers refuse.
 */
const portMin = 10_100
const portMax = 32_000
const portsCount = portMax - portMin

/** Processes side by side begin far from each other: their numbers follow each other, 4 099 is a prime. */
let next = (process.pid * 4_099) % portsCount

/** Free on every address of this machine when it was looked at; never the same twice in a process. */
export async function freePort(): Promise<number> {
  for (let looks = 0; looks < portsCount; looks += 1) {
    const port = portMin + next
    next = (next + 1) % portsCount
    if (await isFree(port)) return port
  }
  throw new Error('this machine has no free port')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}
