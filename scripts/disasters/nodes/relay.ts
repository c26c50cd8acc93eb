// Relays TCP connections, or those of a Unix socket: all bytes, in both directions.

import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** A port of the loopback address, or the file of a Unix socket. */
export type RelayEnd = { readonly port: number } | { readonly path: string }

export interface Relay {
  close(): Promise<void>
}

export async function openRelay(from: RelayEnd, to: RelayEnd): Promise<Relay> {
  const sockets = new Set<Socket>()
  const join = (one: Socket, other: Socket) => {
    sockets.add(one)
    one.on('error', () => one.destroy())
    one.on('close', () => {
      sockets.delete(one)
      other.destroy()
    })
    one.pipe(other)
  }
  const server = createServer((near) => {
    const far = connect(optionsOf(to))
    join(near, far)
    join(far, near)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(optionsOf(from), resolve)
  })
  return {
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function optionsOf(end: RelayEnd): NetConnectOpts {
  return 'port' in end ? { port: end.port, host: '127.0.0.1' } : { path: end.path }
}
