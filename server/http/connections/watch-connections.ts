// Knows the open connections of a server, each with its latest request.

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Conversation } from './client-error.ts'
import { admitNext, type Latest } from './requests-ahead.ts'

export interface Connections {
  /**
   * Notes the latest request of its connection. Returns whether to answer it: a connection on which too many requests
   * wait for their answers is closed after those. A client that goes on sending may lose the last of them.
   */
  admit(request: IncomingMessage, response: ServerResponse): boolean
  /** Malformed bytes are answered after the request that they follow. */
  latest(socket: Duplex): Conversation | undefined
  /**
   * Closes connections that wait for another request. Node's own function also cuts answers off that are complete and
   * still on their way to a slow client.
   */
  closeIdle(): void
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
  const latest = new Map<Duplex, Latest>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return {
    admit(request, response) {
      const { socket } = request
      const known = latest.get(socket)
      if (known !== undefined) return admitNext(known, { request, response })
      // A closed connection emits no further `close`, which would take the entry away again.
      if (socket.destroyed) return true
      latest.set(socket, { request, response, ahead: 0, isClosing: false })
      socket.once('close', () => latest.delete(socket))
      return true
    },
    latest: (socket) => latest.get(socket),
    closeIdle() {
      for (const [socket, { request, response }] of latest) {
        if (request.complete && response.writableFinished) socket.destroy()
      }
    },
    end() {
      for (const { response } of latest.values()) {
        if (!response.headersSent) response.setHeader('Connection', 'close')
      }
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}
