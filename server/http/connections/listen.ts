// The listening server: HTTP or HTTPS with time-outs for slow clients, certificates that can be reloaded without
// a pause, and a stop that lets requests in flight finish.

import type {
  Server as HttpServer,
  IncomingMessage,
  ServerOptions,
  ServerResponse,
} from 'node:http'
import https from 'node:https'
import { type AddressInfo, isIPv6 } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { http } from '../../kernel/node-http.ts'
import type { HttpApp } from '../app.ts'
import { boundConnections, connectionsMaxDefault } from './bound-connections.ts'
import { reasonOf, refuseUnparsed } from './client-error.ts'
import { logTlsFailures } from './tls-failures.ts'
import { gateHandshakes } from './tls-gate.ts'
import type { UnparsedReason } from './unparsed-refusal.ts'
import { type Connections, watchConnections } from './watch-connections.ts'

export interface ListenInput {
  /** An IP address or a name, without brackets. */
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** Reads certificate and key. Absent: plain HTTP. */
  readonly readTls?: ReadTls
  /** Gets the chain that new connections see, at the start and after each reload. */
  readonly onCertificate?: (chain: Buffer) => void
  /** For the head of a request, from the opening of the connection or the end of the previous request. */
  readonly headerTimeoutMs: number
  /** For the body, after the head. Body readers apply it too, and answer with a better error. */
  readonly bodyTimeoutMs: number
  /** Default: 10 000. A further connection is closed at once. */
  readonly connectionsMax?: number
}

/** Reads the certificate chain and key that are in force now. @throws Error if they do not work */
type ReadTls = () => Promise<{
  readonly cert: Buffer
  readonly key: Buffer
  readonly minVersion: 'TLSv1.2'
}>

export interface Listener {
  readonly port: number
  /** A URL that works on this machine, without a slash at the end. */
  readonly url: string
  /** Reads the certificate and key again. If they do not work, the old ones stay and the error is logged. */
  reloadTls(): Promise<void>
  /**
   * Accepts no more connections, lets requests in flight finish, and closes their connections after
   * `timeoutMs`. Safe to call again.
   */
  stop(timeoutMs: number): Promise<void>
}

interface ListenNeeds {
  readonly app: HttpApp
  readonly clock: Clock
  readonly log: Log
}

const headBytesMax = 16 * 1024
/** A second longer than proxies usually keep idle connections, so that the proxy closes first. */
const keepAliveTimeoutMs = 61_000
/** Node closes timed-out connections at this interval at most. */
const checkIntervalMsMax = 1000

/** @throws Error if the address cannot be bound or the TLS files do not work */
export async function listen(needs: ListenNeeds, input: ListenInput): Promise<Listener> {
  const server = await createServer(input)
  const connections = watchConnections(server)
  const stop = answerConnections(needs, server, connections)
  const connectionsMax = input.connectionsMax ?? connectionsMaxDefault
  boundConnections({ ...needs, connections }, server, connectionsMax)
  if (server instanceof https.Server) logTlsFailures(needs, server)
  await startListening(server, input)
  const { port } = server.address() as AddressInfo
  let stopped: Promise<void> | undefined
  return {
    port,
    url: `${input.readTls ? 'https' : 'http'}://${urlHost(input.host)}:${port}`,
    reloadTls: () => reloadTls(needs.log, server, input),
    stop(timeoutMs) {
      stopped ??= stop(timeoutMs)
      return stopped
    },
  }
}

type Server = HttpServer | https.Server

async function createServer(input: ListenInput): Promise<Server> {
  const options: ServerOptions = {
    headersTimeout: input.headerTimeoutMs,
    requestTimeout: input.headerTimeoutMs + input.bodyTimeoutMs,
    connectionsCheckingInterval: Math.ceil(Math.min(checkIntervalMsMax, input.headerTimeoutMs / 4)),
    keepAliveTimeout: keepAliveTimeoutMs,
    maxHeaderSize: headBytesMax,
    insecureHTTPParser: false,
    // `readHead` refuses a missing Host header with the error envelope.
    requireHostHeader: false,
    noDelay: true,
  }
  if (!input.readTls) return http.createServer(options)
  const material = await input.readTls()
  const server = https.createServer({
    ...options,
    ...material,
    minVersion: 'TLSv1.2',
    handshakeTimeout: input.headerTimeoutMs,
  })
  gateHandshakes(server, input.headerTimeoutMs)
  input.onCertificate?.(material.cert)
  return server
}

function startListening(server: Server, { host, port }: ListenInput): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Passes every request to the app; returns the function that stops the server. */
function answerConnections(
  { app, clock }: ListenNeeds,
  server: Server,
  connections: Connections,
): (timeoutMs: number) => Promise<void> {
  const { turns } = app
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    turns.note(request.socket)
    if (!connections.admit(request, response)) return
    if (!server.listening) response.setHeader('Connection', 'close')
    app.handle(request, response)
  }
  const refuse = (socket: Duplex, reason: UnparsedReason) => {
    turns.note(socket)
    refuseUnparsed({ app, clock }, { socket, conversation: connections.latest(socket), reason })
  }
  // The parser reads the inner socket of TLS.
  const opening = server instanceof https.Server ? 'secureConnection' : 'connection'
  server.on(opening, (socket: Duplex) => turns.add(socket))
  server.on('request', handle)
  // Without these two listeners Node would answer by itself, before the API key is checked.
  server.on('checkContinue', handle)
  server.on('checkExpectation', handle)
  server.on('connect', (_request, socket) => refuse(socket, 'tunnel'))
  server.on('clientError', (error, socket) => {
    const reason = reasonOf(error)
    if (reason) refuse(socket, reason)
    else socket.destroy()
  })
  return (timeoutMs) => {
    connections.end()
    return close(clock, server, timeoutMs)
  }
}

/** Closes idle connections at once, others after their response or when `timeoutMs` has passed. */
function close(clock: Clock, server: Server, timeoutMs: number): Promise<void> {
  const cancel = clock.after(timeoutMs, () => server.closeAllConnections())
  return new Promise((resolve) => {
    server.close(() => {
      cancel()
      resolve()
    })
  })
}

async function reloadTls(
  log: Log,
  server: Server,
  { readTls, onCertificate }: Pick<ListenInput, 'readTls' | 'onCertificate'>,
): Promise<void> {
  if (!readTls || !(server instanceof https.Server)) {
    log.info('tls_not_reloaded', { reason: 'no certificate is set' })
    return
  }
  try {
    const material = await readTls()
    server.setSecureContext(material)
    log.info('tls_reloaded')
    onCertificate?.(material.cert)
  } catch (error) {
    // Only these messages are known to say nothing but settings and files.
    const isOfFiles = error instanceof Error && error.name === 'TlsFilesError'
    const why = isOfFiles ? error.message : 'the files do not work'
    log.error('tls_reload_failed', { reason: `kept the old: ${why}` }, error)
  }
}

/** Replaces the wildcard addresses, which clients cannot connect to. */
function urlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return isIPv6(host) ? `[${host}]` : host
}
