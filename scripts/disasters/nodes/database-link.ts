// A TCP proxy between one node and the database, which can lose everything that passes, as a cut cable does: neither
// side gets an error.

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** The way of one node to the servers of the database. */
export interface DatabaseLink {
  /** Hosts and ports, as in a URL. */
  readonly hosts: string
  /** From now on no byte passes, and new connections get no answer. */
  cut(): Promise<void> | void
  mend(): Promise<void> | void
  close(): Promise<void>
}

/** When it is mended, the connections of the cut are closed, as by a firewall that has forgotten them. */
export async function openDatabaseLinks(ports: readonly number[]): Promise<DatabaseLink> {
  const links = await Promise.all(ports.map(openDatabaseLink))
  return {
    hosts: links.map(({ port }) => `127.0.0.1:${port}`).join(),
    cut: () => links.forEach((link) => void link.cut()),
    mend: () => links.forEach((link) => void link.mend()),
    async close() {
      await Promise.all(links.map((link) => link.close()))
    },
  }
}

interface OneLink extends Pick<DatabaseLink, 'cut' | 'mend' | 'close'> {
  readonly port: number
}

async function openDatabaseLink(databasePort: number): Promise<OneLink> {
  const sockets = new Set<Socket>()
  const held = new Set<Socket>()
  let isCut = false
  const add = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((near) => {
    add(near)
    if (isCut) {
      held.add(near)
      return
    }
    const far = connect(databasePort, '127.0.0.1')
    add(far)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => {
        if (isCut) return
        to.write(bytes)
      })
      from.on('close', () => {
        if (!isCut) to.destroy()
      })
      from.setNoDelay(true)
    }
  })
  await listening(server)
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      for (const socket of sockets) held.add(socket)
    },
    mend() {
      isCut = false
      for (const socket of held) socket.destroy()
      held.clear()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function listening(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
}
