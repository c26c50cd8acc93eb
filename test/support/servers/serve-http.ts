// A server on loopback that answers as its test says, and ends with it.

import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { TestContext } from 'node:test'
import { listenLocally } from '../../../scripts/bench/listen-locally.ts'
import type { CertifiedKey } from '../tls.ts'

/** Returns its origin, without a slash at the end. */
export async function serveHttp(
  t: TestContext,
  answer: RequestListener,
  tls?: CertifiedKey,
): Promise<string> {
  const server = tls === undefined ? createServer(answer) : createTlsServer({ ...tls }, answer)
  const port = await listenLocally(server)
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`
}
