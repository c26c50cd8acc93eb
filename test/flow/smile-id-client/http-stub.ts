// A bare HTTP server on loopback that answers as a test says and remembers what it was asked: for the
// troubles that no well-behaved stand-in would make.

import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { listenLocally } from '../../../scripts/bench/listen-locally.ts'
import type { CertifiedKey } from '../../support/tls.ts'

export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly headerNames: readonly string[]
  readonly body: Buffer
}

export type Respond = (request: Received, response: ServerResponse) => void

export interface HttpStub {
  /** Without a slash at its end. */
  readonly origin: string
  readonly received: readonly Received[]
  /** Connections that were ever opened. */
  connections(): number
  close(): Promise<void>
}

export async function startHttpStub(respond: Respond, tls?: CertifiedKey): Promise<HttpStub> {
  const received: Received[] = []
  const server = tls === undefined ? createServer() : createTlsServer(tls)
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  server.on('request', async (request, response) => {
    const body = await buffer(request).catch(() => undefined)
    if (body === undefined) return
    const { method = '', url: path = '', headers, rawHeaders } = request
    const headerNames = rawHeaders.filter((_, index) => index % 2 === 0)
    const seen = { method, path, headers, headerNames, body }
    received.push(seen)
    respond(seen, response)
  })
  const port = await listenLocally(server)
  return {
    origin: `http${tls === undefined ? '' : 's'}://127.0.0.1:${port}`,
    received,
    connections: () => connections,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** A port of this machine on which nobody listens. */
export async function closedPort(): Promise<number> {
  const stub = await startHttpStub(() => {})
  await stub.close()
  return Number(new URL(stub.origin).port)
}

export function sendJson(response: ServerResponse, status: number, json: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json))
}
