// A stand-in for the scoring engine on this machine, for the demo and the tests: speaks the contract of the
// README over HTTP, scores by a card that explains itself, and misbehaves where it is told to.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Clock, systemClock } from '../../kernel/clock.ts'
import { type Log, silentLog } from '../../kernel/log.ts'
import { engineRequestSchema } from '../../scoring/engine-contract.ts'
import { type Manner, mannerAt, mannerOrder } from './manner.ts'
import { type AskedQuestion, openQuestions } from './question.ts'
import { readSmallJson } from './read-small-json.ts'
import { showCard } from './scorecard.ts'

export interface DemoEngineOptions {
  /** The only one who may ask. */
  readonly token: string
  /** Default 0: any free port. Always of 127.0.0.1. */
  readonly port?: number
  /** How late a slow answer is; default 20 s. */
  readonly slowMs?: number
  readonly clock?: Clock
  readonly log?: Log
}

export interface DemoEngine {
  /** Ends without a slash; scores are asked for at `/v1/score`. */
  readonly url: string
  /** The last 50, newest first, each with its explanation. */
  questions(): readonly AskedQuestion[]
  setManner(manner: Manner): void
  /** Cuts every connection. */
  close(): Promise<void>
}

/** @throws Error when the port is taken. */
export async function startDemoEngine(options: DemoEngineOptions): Promise<DemoEngine> {
  const { token, port = 0, slowMs = 20_000, clock = systemClock, log = silentLog } = options
  const desk = { token, slowMs, clock, told: 'ok' as Manner, questions: openQuestions(clock) }
  const server = createServer((request, response) => {
    route(desk, request, response).catch((cause: unknown) => {
      // A client who hangs up in mid-request is no fault of ours.
      if (request.destroyed && !request.complete) return
      log.error('demo_engine_fault', {}, cause)
      if (!response.headersSent) sendJson(response, 500, { error: 'fault' })
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    questions: () => desk.questions.latest(),
    setManner: (manner) => {
      desk.told = manner
    },
    close: () => closeServer(server),
  }
}

interface Desk {
  readonly token: string
  readonly slowMs: number
  readonly clock: Clock
  readonly questions: ReturnType<typeof openQuestions>
  /** How it was told to behave. */
  told: Manner
}

async function route(
  desk: Desk,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path = ''] = (request.url ?? '').split('?')
  const manner = mannerAt(path, desk.told)
  if (manner !== undefined && request.method === 'POST') {
    return score(desk, manner, request, response)
  }
  switch (`${request.method} ${path}`) {
    case 'GET /requests':
      return sendJson(response, 200, { requests: desk.questions.latest() })
    case 'GET /scorecard':
      return sendJson(response, 200, { features: showCard() })
    case 'GET /control':
      return sendJson(response, 200, { mode: desk.told })
    case 'POST /control':
      return control(desk, request, response)
    default:
      return sendJson(response, 404, guide)
  }
}

const guide = {
  post: '/v1/score, and /v1/score/down, /slow or /lying to see it fail; /control {"mode": "down"}',
  get: '/requests (the last 50, explained) /scorecard /control',
}

async function score(
  { token, clock, slowMs, questions }: Desk,
  manner: Manner,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.headers.authorization !== `Bearer ${token}`) {
    request.resume()
    return sendJson(response, 401, { error: 'not the token that this engine knows' })
  }
  const question = engineRequestSchema.safeParse(await readSmallJson(request))
  if (!question.success) return sendJson(response, 400, { error: 'not a request of the contract' })
  const { answer: body } = questions.note(question.data, manner)
  if (body === null) return void response.destroy()
  const answer = () => sendJson(response, 200, body)
  if (manner !== 'slow') return answer()
  const cancel = clock.after(slowMs, answer)
  response.once('close', cancel)
}

/** JSON only by its type: that is what a foreign web page cannot send without being asked first. */
async function control(
  desk: Desk,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const order = mannerOrder.safeParse(await readSmallJson(request))
  if (!order.success) return sendJson(response, 400, guide)
  desk.told = order.data.mode
  sendJson(response, 200, { mode: desk.told })
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  if (response.destroyed) return
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(`${JSON.stringify(body, undefined, 2)}\n`)
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The engine has no port.')
  return address.port
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
