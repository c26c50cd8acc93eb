// A simulated scoring engine on this machine, for the demo and the tests: speaks the contract of
// the guide over HTTP, scores with a scorecard that explains itself, and fails on request.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Clock, systemClock } from '../../kernel/clock.ts'
import { type Log, silentLog } from '../../kernel/log.ts'
import { engineRequestSchema } from '../../scoring/engine-contract.ts'
import { openDemoListener } from '../listening/demo-listener.ts'
import { type EngineMode, modeAt, modeRequest } from './failure-mode.ts'
import { readSmallJson } from './read-small-json.ts'
import { createRequestHistory, type RecordedRequest } from './request-history.ts'
import { showCard } from './scorecard.ts'

export interface DemoEngineOptions {
  /** The bearer token that requests need. */
  readonly token: string
  /** Default 0: any free port. Always on 127.0.0.1. */
  readonly port?: number
  /** Delay of a slow answer in milliseconds; default 20 s. */
  readonly slowMs?: number
  readonly clock?: Clock
  readonly log?: Log
}

export interface DemoEngine {
  /** Ends without a slash; scores are requested at `/v1/score`. */
  readonly url: string
  /** Returns the last 50 requests, newest first, each with its explanation. */
  requests(): readonly RecordedRequest[]
  setMode(mode: EngineMode): void
  /** Closes every connection. */
  close(): Promise<void>
}

/** @throws Error when the port is taken. */
export async function startDemoEngine(options: DemoEngineOptions): Promise<DemoEngine> {
  const { token, port = 0, slowMs = 20_000, clock = systemClock, log = silentLog } = options
  const state = {
    token,
    slowMs,
    clock,
    mode: 'ok' as EngineMode,
    requests: createRequestHistory(clock),
  }
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    route(state, request, response).catch((cause: unknown) => {
      // A client that disconnects during its request is not an error of ours.
      if (request.destroyed && !request.complete) return
      log.error('demo_engine_fault', {}, cause)
      if (!response.headersSent) sendJson(response, 500, { error: 'fault' })
    })
  }
  const server = await openDemoListener(onRequest, { port })
  return {
    url: `http://127.0.0.1:${server.port}`,
    requests: () => state.requests.latest(),
    setMode: (mode) => {
      state.mode = mode
    },
    close: server.close,
  }
}

interface EngineState {
  readonly token: string
  readonly slowMs: number
  readonly clock: Clock
  readonly requests: ReturnType<typeof createRequestHistory>
  /** The mode set at `/control` or with `setMode`. */
  mode: EngineMode
}

async function route(
  state: EngineState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path = ''] = (request.url ?? '').split('?')
  const mode = modeAt(path, state.mode)
  if (mode !== undefined && request.method === 'POST') {
    return score(state, mode, request, response)
  }
  switch (`${request.method} ${path}`) {
    case 'GET /requests':
      return sendJson(response, 200, { requests: state.requests.latest() })
    case 'GET /scorecard':
      return sendJson(response, 200, { features: showCard() })
    case 'GET /control':
      return sendJson(response, 200, { mode: state.mode })
    case 'POST /control':
      return control(state, request, response)
    default:
      return sendJson(response, 404, guide)
  }
}

const guide = {
  post: '/v1/score, and /v1/score/down, /slow or /lying to see it fail; /control {"mode": "down"}',
  get: '/requests (the last 50, explained) /scorecard /control',
}

async function score(
  { token, clock, slowMs, requests }: EngineState,
  mode: EngineMode,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.headers.authorization !== `Bearer ${token}`) {
    request.resume()
    return sendJson(response, 401, { error: 'not the token that this engine knows' })
  }
  const parsed = engineRequestSchema.safeParse(await readSmallJson(request))
  if (!parsed.success) return sendJson(response, 400, { error: 'not a request of the contract' })
  const { answer: body } = requests.record(parsed.data, mode)
  if (body === null) return void response.destroy()
  const answer = () => sendJson(response, 200, body)
  if (mode !== 'slow') return answer()
  const cancel = clock.after(slowMs, answer)
  response.once('close', cancel)
}

/**
 * Accepts only the JSON content type, which a foreign web page cannot send without a CORS
 * preflight.
 */
async function control(
  state: EngineState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const order = modeRequest.safeParse(await readSmallJson(request))
  if (!order.success) return sendJson(response, 400, guide)
  state.mode = order.data.mode
  sendJson(response, 200, { mode: state.mode })
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  if (response.destroyed) return
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(`${JSON.stringify(body, undefined, 2)}\n`)
}
