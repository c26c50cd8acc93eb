// Finds free ports for servers whose port must be known before they start.

import { createServer } from 'node:net'

/**
 * Below the ephemeral ports (from 32768 or 49152 on), so that the system does not assign the port to another program
 * before it is used. Above 10080, which browsers refuse.
 */
const portMin = 10_100
const portMax = 32_000
const portsCount = portMax - portMin

/** Spreads the start of parallel processes, whose ids are consecutive; 4 099 is a prime. */
let next = (process.pid * 4_099) % portsCount

/** Returns a port that is free on every address of this machine; never the same twice in a process. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < portsCount; tries += 1) {
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
