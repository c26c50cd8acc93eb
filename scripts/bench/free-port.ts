// Finds free ports for servers whose port must be known before they start.

import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/**
 * Below the ephemeral ports, so that the system does not assign the port to another program before it is used: they
 * begin at 32768 on Linux, at 49152 elsewhere, and at 16000 in gVisor. Above 10080, which browsers refuse.
 */
const portMin = 10_100
const portMax = 16_000
/** A server listens for supervisors on the port after its own, unless another one is set. */
const portsEach = 2
const placesCount = (portMax - portMin) / portsEach

/** Spreads the start of parallel processes, whose ids are consecutive; 4 099 is a prime. */
let next = (process.pid * 4_099) % placesCount

/**
 * Returns a port that is free on every address of this machine, as is the one after it; neither is given twice in a
 * process, nor to another running process.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < placesCount; tries += 1) {
    const port = portMin + next * portsEach
    next = (next + 1) % placesCount
    if ((await reserves(port)) && (await isFree(port)) && (await isFree(port + 1))) return port
  }
  throw new Error('this machine has no free port')
}

/**
 * Takes the UDP port of the first one's number, which no server of ours uses and one process only can have, until this
 * process ends, however it ends.
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
