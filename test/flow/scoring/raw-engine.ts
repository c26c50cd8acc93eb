// A scoring engine made of bare sockets on loopback: says exactly the bytes that a test wants said, also
// what no HTTP server would, and remembers what it was asked.

import type { Socket } from 'node:net'
import type { TlsOptions } from 'node:tls'
import { startWebhookReceiver } from '../../support/servers/webhook-receiver.ts'

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
  const { port, close } = await startWebhookReceiver(
    (socket, text) => {
      const [head = '', body = ''] = text.split('\r\n\r\n')
      const request = { head: head.split('\r\n'), body }
      asked.push(request)
      behave(socket, request)
    },
    tls === undefined ? {} : { tls },
  )
  const scheme = tls === undefined ? 'http' : 'https'
  return { url: new URL(`${scheme}://127.0.0.1:${port}/v1/score`), asked, close }
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
