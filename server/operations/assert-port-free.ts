// Finds out early that another program listens on a port, before long work for a server that could not start.

import { createServer } from 'node:net'

/**
 * Listens for a moment. The port may be taken again before its server listens.
 * @param port 0 takes any free port
 * @throws Error of the system: EADDRINUSE with `port`, EACCES, EADDRNOTAVAIL
 */
export function assertPortFree(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}
