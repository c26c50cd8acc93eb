// The receiver of the kill loop. It records every request and its answer, and serves three paths: one always
// succeeds, one fails at random, one sometimes never answers.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { systemClock } from '../../../server/kernel/clock.ts'
import { listenLocally } from '../listen-locally.ts'

/** A received request. Instants are milliseconds since 1970. */
export interface Arrival {
  /** Number of the server's start that sent it, from 0. */
  readonly life: number
  readonly path: string
  readonly eventId: string
  readonly deliveryId: string
  /** Attempt number from the request, from 1. */
  readonly attempt: number
  readonly atMs: number
  /** undefined if nothing was answered. */
  answer: { readonly status: number; readonly atMs: number } | undefined
}

export const receiverPaths = ['/healthy', '/failing', '/hanging'] as const

/** Share of the requests to `/failing` that are answered with 500, */
const failingShare = 0.5
/** and of those to `/hanging` that are never answered. */
const hangingShare = 0.01

export interface KillLedger {
  readonly url: string
  readonly arrivals: readonly Arrival[]
  /** Assigns all further requests to the server's next start. */
  beginLife(life: number): void
  /** Leaves the next request unanswered. Resolves once it has arrived. */
  holdNext(): Promise<void>
  /** Resolves once everything that the killed server sent is read and its connections are closed. */
  drained(): Promise<void>
  close(): Promise<void>
}

export async function openKillLedger(random: () => number): Promise<KillLedger> {
  const arrivals: Arrival[] = []
  let life = 0
  let held: (() => void) | undefined
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const arrival = arrivalOf(request, life)
      arrivals.push(arrival)
      if (held) {
        held()
        held = undefined
        return
      }
      answer(arrival, response, random())
    })
  })
  // Only the sender closes keep-alive connections.
  server.keepAliveTimeout = 60_000
  const port = await listenLocally(server)
  const countConnections = () =>
    new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
  return {
    url: `http://127.0.0.1:${port}`,
    arrivals,
    beginLife(next) {
      life = next
    },
    holdNext: () =>
      new Promise((resolve) => {
        held = resolve
      }),
    async drained() {
      while ((await countConnections()) > 0) await new Promise((resolve) => setTimeout(resolve, 1))
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function arrivalOf({ url = '', headers }: IncomingMessage, life: number): Arrival {
  return {
    life,
    path: url,
    eventId: String(headers['svc-event-id']),
    deliveryId: String(headers['svc-delivery-id']),
    attempt: Number(headers['svc-attempt']),
    atMs: systemClock.now(),
    answer: undefined,
  }
}

function answer(arrival: Arrival, response: ServerResponse, chance: number): void {
  if (arrival.path === '/hanging' && chance < hangingShare) return
  const status = arrival.path === '/failing' && chance < failingShare ? 500 : 204
  arrival.answer = { status, atMs: systemClock.now() }
  response.writeHead(status).end()
}
