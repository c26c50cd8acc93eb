// The listener of the stand-ins for other systems: plain Node HTTP or TLS.

import type { RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { TlsIdentity } from '../../egress/secure-context.ts'
import { http } from '../../kernel/node-http.ts'

interface ListeningServer {
  /** The actual port. */
  readonly port: number
  /** Closes every connection. */
  close(): Promise<void>
}

interface ListenPlace {
  /** Default 127.0.0.1. */
  readonly host?: string
  /** 0: any free port. */
  readonly port: number
  readonly tls?: TlsIdentity | undefined
}

/** @throws Error when the port is taken */
export async function openDemoListener(
  onRequest: RequestListener,
  { host = '127.0.0.1', port, tls }: ListenPlace,
): Promise<ListeningServer> {
  const server =
    tls === undefined ? http.createServer(onRequest) : createHttpsServer({ ...tls }, onRequest)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return {
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
