// A receiver of webhooks on loopback that answers byte by byte as a test says, and counts what reached it:
// for good and bad manners that no HTTP library would show.

import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'

/** Called for each request that came in full. */
export type Behave = (socket: Socket, request: string) => void

export interface WebhookReceiver {
  readonly port: number
  /** `https://localhost:port/hook`, or http without TLS. */
  readonly url: URL
  /** TCP connections that were ever opened, whether or not anything came of them. */
  connections(): number
  /** Whole requests, as text. */
  readonly requests: readonly string[]
  /** Bytes of answers that were handed to the network. */
  bytesSent(): number
  /** Settles when no connection is open. */
  deserted(): Promise<void>
  close(): Promise<void>
}

export interface ReceiverOptions {
  readonly tls?: TlsOptions
  /** Every address of the machine, IPv6 too, when `::`. */
  readonly host?: string
}

export async function startWebhookReceiver(
  behave: Behave,
  { tls, host = '127.0.0.1' }: ReceiverOptions = {},
): Promise<WebhookReceiver> {
  const server: Server = tls === undefined ? createServer() : createTlsServer(tls)
  const sockets = new Set<Socket>()
  const requests: string[] = []
  let [connections, bytesSent] = [0, 0]
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      bytesSent += socket.bytesWritten
      sockets.delete(socket)
      if (sockets.size === 0) server.emit('deserted')
    })
  })
  server.on('tlsClientError', () => {})
  server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    socket.on('error', () => {})
    readRequests(socket, (request) => {
      requests.push(request)
      behave(socket, request)
    })
  })
  server.listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    port,
    url: new URL(`http${tls === undefined ? '' : 's'}://localhost:${port}/hook`),
    connections: () => connections,
    requests,
    bytesSent: () => bytesSent,
    async deserted() {
      if (sockets.size > 0) await once(server, 'deserted')
    },
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

/** An answer with a body of known length, after which the connection can be used again. */
export function answer(status: string, headers: readonly string[] = [], body = ''): string {
  const isEmpty = status.startsWith('204')
  const length = isEmpty ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  return [`HTTP/1.1 ${status}`, ...headers, ...length, '', body].join('\r\n')
}

/** What most receivers do. */
export const thank: Behave = (socket) => socket.write(answer('200 OK', [], 'thanks'))

function readRequests(socket: Socket, take: (request: string) => void): void {
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
    const headEnd = text.indexOf('\r\n\r\n') + 4
    const [, length] = /^content-length: (\d+)/im.exec(text) ?? []
    const end = headEnd + Number(length ?? 0)
    if (headEnd < 4 || text.length < end) return
    const request = text.slice(0, end)
    text = text.slice(end)
    take(request)
  })
}
