// Knows the open connections of a server and the latest request of each, so that a stop can announce itself in the
// responses under way, and malformed bytes are answered after the request they follow.

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Conversation } from './client-error.ts'

interface Connections {
  /** Notes the latest request of its connection. */
  note(request: IncomingMessage, response: ServerResponse): void
  latest(socket: Duplex): Conversation | undefined
  /**
   * Asks clients to close their connections after the responses under way, and closes connections that clients
   * opened in advance, as browsers do. Node does not count the latter as idle, so without this one of them would hold
   * up the stop until its timeout.
   */
  end(): void
}

export function watchConnections(server: Pick<Server, 'on'>): Connections {
  const sockets = new Set<Socket>()
  // One entry a connection, which each request changes: an entry a request would burden the garbage collector.
  const latest = new Map<Duplex, { request: IncomingMessage; response: ServerResponse }>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return {
    note(request, response) {
      const { socket } = request
      const known = latest.get(socket)
      if (known !== undefined) {
        known.request = request
        known.response = response
        return
      }
      // A closed connection emits no further `close`, which would take the entry away again.
      if (socket.destroyed) return
      latest.set(socket, { request, response })
      socket.once('close', () => latest.delete(socket))
    },
    latest: (socket) => latest.get(socket),
    end() {
      for (const { response } of latest.values()) {
        if (!response.headersSent) response.setHeader('Connection', 'close')
      }
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}
