// Lets a server listen on this machine only, on a port that the system chooses.

import { once } from 'node:events'
import type { Server } from 'node:net'

/** Returns the port once the server listens. */
export async function listenLocally(server: Server, host = '127.0.0.1'): Promise<number> {
  server.listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}
