// A scoring engine made of bare sockets on loopback: says exactly the bytes that a test wants said, also
// what no HTTP server would, and remembers what it was asked.

import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { listenLocally } from '../../../scripts/bench/listen-locally.ts'

/** Called once a whole request has come. */
export type Behave = (socket: Socket, asked: AskedOnce) => void

interface AskedOnce {
  /** Header lines as they came, the request line first. */
  readonly head: readonly string[]
  readonly body: string
}

export interface RawEngine {
  readonly url: URL
  readonly asked: readonly AskedOnce[]
  close(): Promise<void>
}

export async function startRawEngine(behave: Behave, tls?: TlsOptions): Promise<RawEngine> {
  const asked: AskedOnce[] = []
  const sockets = new Set<Socket>()
  const onSocket = (socket: Socket) => {
    sockets.add(socket)
    let text = ''
    socket.setEncoding('latin1')
    socket.on('error', () => {})
    socket.on('data', (piece) => {
      text += piece
      const request = wholeRequest(text)
      if (request === undefined) return
      text = ''
      asked.push(request)
      behave(socket, request)
    })
  }
  const server = tls === undefined ? createServer(onSocket) : createTlsServer(tls, onSocket)
  server.on('tlsClientError', () => {})
  const port = await listenLocally(server)
  return {
    url: new URL(`http${tls === undefined ? '' : 's'}://127.0.0.1:${port}/v1/score`),
    asked,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function wholeRequest(text: string): AskedOnce | undefined {
  const [head = '', body] = text.split('\r\n\r\n')
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1])
  return body?.length === length ? { head: head.split('\r\n'), body } : undefined
}

/** An answer of HTTP/1.1, whole. */
export function httpText(
  body: string | Buffer,
  { status = '200 OK', headers = ['Content-Type: application/json'] } = {},
): Buffer {
  const bytes = Buffer.from(body)
  const head = [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${bytes.length}`, '', ''].join(
    '\r\n',
  )
  return Buffer.concat([Buffer.from(head), bytes])
}
