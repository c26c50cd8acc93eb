// Finds free ports for servers whose port must be known before they start.

import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/**
 * Below the ephemeral ports, so that the system does not assign the port to another program before it is used: they begin
 * at 32768 on Linux, at 49152 elsewhere, and at 16000 in gVisor. Above 10080, which browsers refuse.
 */
const portMin = 10_100
const portMax = 16_000
const portsCount = portMax - portMin

/** Spreads the start of parallel processes, whose ids are consecutive; 4 099 is a prime. */
let next = (process.pid * 4_099) % portsCount

/**
 * Returns a port that is free on every address of this machine; never the same twice in a process, nor one that another
 * running process got here.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < portsCount; tries += 1) {
    const port = portMin + next
    next = (next + 1) % portsCount
    if ((await reserves(port)) && (await isFree(port))) return port
  }
  throw new Error('this machine has no free port')
}

/**
 * Takes the UDP port of the same number, which no server of ours uses and one process only can have, until this process
 * ends, however it ends.
 */
function reserves(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const reservation = createSocket('udp4')
    reservation.once('error', () => resolve(false))
    reservation.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      reservation.unref()
      resolve(true)
    })
  })
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}
