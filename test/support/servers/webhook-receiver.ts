// A webhook receiver on loopback that answers with exactly the bytes a test chooses, for failure modes that no
// HTTP library produces, and counts connections and requests.

import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { listenLocally } from '../../../scripts/bench/listen-locally.ts'

/** Called for each complete request. */
export type Behave = (socket: Socket, request: string) => void

export interface WebhookReceiver {
  readonly port: number
  /** `https://localhost:port/hook`, or http without TLS. */
  readonly url: URL
  /** Number of TCP connections opened so far. */
  connections(): number
  /** Whole requests, as text. */
  readonly requests: readonly string[]
  /** Bytes of answers sent. */
  bytesSent(): number
  /** Resolves when no connection is open. */
  deserted(): Promise<void>
  close(): Promise<void>
}

export interface ReceiverOptions {
  readonly tls?: TlsOptions
  /** `::` for every address of the machine, IPv6 too. */
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
  const port = await listenLocally(server, host)
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

/** An answer with a known length, so that the connection can be reused. */
export function answer(status: string, headers: readonly string[] = [], body = ''): string {
  const isEmpty = status.startsWith('204')
  const length = isEmpty ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  return [`HTTP/1.1 ${status}`, ...headers, ...length, '', body].join('\r\n')
}

/** The normal answer. */
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
