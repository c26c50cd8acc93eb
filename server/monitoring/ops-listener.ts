// The second listener, for supervisors and Prometheus: liveness, readiness and metrics, in plain HTTP and without keys.
// It shows no personal data and no secret, and changes nothing.

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { isIPv6, type Socket } from 'node:net'
import { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Log } from '../kernel/log.ts'
import { http } from '../kernel/node-http.ts'
import { nodeMetrics } from './node-metrics.ts'
import type { PrometheusMetrics } from './prometheus-metrics.ts'
import type { Readiness } from './readiness.ts'
import type { StateMetrics } from './state-metrics.ts'

interface OpsParts {
  readonly readiness: Readiness
  readonly metrics: PrometheusMetrics
  readonly state: StateMetrics
}

export interface OpsListener {
  readonly port: number
  /** Until it is called, only `/livez` says yes. */
  started(): void
  stop(): Promise<void>
}

interface OpsAnswer {
  readonly status: number
  readonly type: string
  readonly body: string
}

/** A client that does not send its request or read its answer within this time is disconnected. */
const timeoutMs = 10_000
/** More take the places of those that have waited longest. */
const connectionsMax = 64
/** A client may send them all at once; later ones are 503, and it has to connect anew. */
const requestsOfConnectionMax = 16

/** @throws Error if the address cannot be bound */
export async function listenForOps(
  parts: OpsParts,
  { config, log }: { readonly config: Config['ops']; readonly log: Log },
): Promise<OpsListener> {
  let isStarted = false
  nodeMetrics()
  const server = http.createServer(
    { headersTimeout: timeoutMs, requestTimeout: timeoutMs, maxHeaderSize: 8 * 1024 },
    (request, response) => void respond(request, response),
  )
  keepRoom(server, connectionsMax)
  server.maxRequestsPerSocket = requestsOfConnectionMax
  const readMetrics = oncePerTurn(() => metricsAnswer(parts))
  server.timeout = timeoutMs

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, type, body } = await answer(
      { readiness: parts.readiness, readMetrics, isStarted, listeningOn: config.host },
      request,
    ).catch((error: unknown): OpsAnswer => {
      log.error('ops_request_failed', {}, error)
      return text(500, 'This failed; see the log of the server.')
    })
    response.writeHead(status, {
      'Content-Type': type,
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : config.port,
    started() {
      isStarted = true
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * A new connection takes the place of the one that has waited longest for a request, or, where none waits, of the
 * oldest: so no program that holds all places keeps a supervisor out, which would have the server restarted.
 */
function keepRoom(server: Server, connectionsMax: number): void {
  const open = new Set<Socket>()
  const answered = new Map<Socket, number>()
  server.on('connection', (socket: Socket) => {
    if (open.size >= connectionsMax) {
      const places = [...open]
      ;(places.find((one) => !answered.has(one)) ?? places[0])?.destroy()
    }
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    answered.set(socket, (answered.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = (answered.get(socket) ?? 1) - 1
      if (left > 0) answered.set(socket, left)
      else answered.delete(socket)
    })
  })
}

/** Requests that arrive together, from whichever connections, share one answer. */
function oncePerTurn(work: () => Promise<OpsAnswer>): () => Promise<OpsAnswer> {
  let shared: Promise<OpsAnswer> | undefined
  return () => {
    shared ??= work().finally(() => {
      setImmediate(() => {
        shared = undefined
      })
    })
    return shared
  }
}

interface AnswerNeeds extends Pick<OpsParts, 'readiness'> {
  readonly readMetrics: () => Promise<OpsAnswer>
  readonly isStarted: boolean
  /** SVC_OPS_HOST */
  readonly listeningOn: string
}

async function answer(
  { readiness, readMetrics, isStarted, listeningOn }: AnswerNeeds,
  { method, headers, url = '' }: IncomingMessage,
): Promise<OpsAnswer> {
  if (method !== 'GET' && method !== 'HEAD') {
    return text(405, 'Only GET and HEAD are answered here.')
  }
  if (!isHostAllowed(headers.host, listeningOn)) {
    return text(403, 'Ask for this by the address of the listener (SVC_OPS_HOST), or by localhost.')
  }
  const [path, query] = url.split('?')
  switch (path) {
    case '/livez':
      return text(200, 'ok')
    case '/startupz':
      return isStarted ? text(200, 'ok') : text(503, 'The server is starting.')
    case '/readyz':
      return readyAnswer(readiness, isStarted, query === 'verbose')
    case '/metrics':
      return readMetrics()
    default:
      return text(404, 'Here are /livez, /readyz, /readyz?verbose, /startupz and /metrics.')
  }
}

/**
 * A page in a browser on this machine could otherwise read a loopback listener through a name of its own that leads
 * to 127.0.0.1 (DNS rebinding). Browsers always name a host; HAProxy's checks name none. Beyond this machine
 * Prometheus may use any name.
 */
function isHostAllowed(host: string | undefined, listeningOn: string): boolean {
  const isLoopback =
    listeningOn === '::1' || listeningOn === 'localhost' || listeningOn.startsWith('127.')
  if (!isLoopback || host === undefined) return true
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined
  const own = isIPv6(listeningOn) ? `[${listeningOn}]` : listeningOn
  return [own, 'localhost', '127.0.0.1', '[::1]'].some((one) => one === name)
}

async function readyAnswer(
  readiness: Readiness,
  isStarted: boolean,
  isVerbose: boolean,
): Promise<OpsAnswer> {
  if (!isStarted) return text(503, 'The server is starting.')
  const checks = await readiness.check()
  const failed = checks.filter(({ ok }) => !ok)
  const status = failed.length === 0 ? 200 : 503
  if (isVerbose) {
    return json(status, { status: status === 200 ? 'ready' : 'not_ready', checks })
  }
  return text(status, status === 200 ? 'ok' : failed.map(({ advice }) => advice).join('\n'))
}

async function metricsAnswer({ readiness, metrics, state }: OpsParts): Promise<OpsAnswer> {
  await state.refresh(await readiness.check())
  const all = Registry.merge([metrics.registry, state.registry, nodeMetrics()])
  return { status: 200, type: all.contentType, body: await all.metrics() }
}

function text(status: number, line: string): OpsAnswer {
  return { status, type: 'text/plain; charset=utf-8', body: `${line}\n` }
}

function json(status: number, value: unknown): OpsAnswer {
  return { status, type: 'application/json', body: `${JSON.stringify(value)}\n` }
}
