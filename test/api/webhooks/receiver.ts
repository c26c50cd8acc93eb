// A client's receiver on this machine: keeps what was posted, and answers as it is told.

import { createServer, type IncomingHttpHeaders } from 'node:http'
import { listenLocally } from '../../../scripts/bench/listen-locally.ts'

export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface Receiver {
  readonly url: string
  readonly received: readonly Received[]
  close(): Promise<void>
}

export interface ReceiverOptions {
  readonly status?: number
  readonly answer?: string
  /** Told of every request before it is answered; the answer waits for it. */
  readonly onRequest?: () => Promise<void> | void
}

export async function openReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const { status = 200, answer = '', onRequest } = options
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url: path = '', headers } = request
    received.push({ method, path, headers, body: Buffer.concat(chunks) })
    await onRequest?.()
    response.writeHead(status).end(answer)
  })
  const port = await listenLocally(server)
  return {
    url: `http://127.0.0.1:${port}/svc`,
    received,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
