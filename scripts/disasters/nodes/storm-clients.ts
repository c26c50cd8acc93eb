// Clients as the guide asks them to be: each request has an idempotency key, and is sent again, to the next node, until
// one acknowledges it.

import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { systemClock } from '../../../server/kernel/clock.ts'
import { type Acknowledged, type ClientKeys, post } from '../busy-clients.ts'

export interface StormAnswer extends Acknowledged {
  /** Milliseconds since 1970, of the answer. */
  readonly atMs: number
  /** What the tries before it got: a status, or that no answer came. */
  readonly passed: readonly string[]
}

export interface StormClients {
  readonly acknowledged: readonly StormAnswer[]
  /** Answers that no client should get, one line each. */
  readonly refusals: readonly string[]
  /** Sends one sandbox request to this node only, until it is acknowledged; returns how long that took. */
  probe(url: string, limitMs: number): Promise<number>
  /** Begins no more requests; resolves once all begun ones are acknowledged. */
  stop(): Promise<void>
}

interface StormLoad {
  /** The present addresses of the nodes. */
  readonly urls: () => readonly string[]
  readonly keys: ClientKeys
  readonly clients: { readonly sandbox: number; readonly live: number }
  /** Between two requests of a client. */
  readonly pauseMs: number
  /** After this a client goes to the next node. Default: 8 seconds. */
  readonly answerWithinMs?: number
}

const tryAgainAfterMs = 100
const acknowledgedWithinMs = 90_000
const answered = z.object({ data: z.object({ id: z.string() }) })
const refused = z.object({ error: z.object({ code: z.string() }) })
/** What a client answers by trying again: overload, a node that stops, and its own earlier try under way elsewhere. */
const passing = new Set([409, 429, 502, 503, 504])

export function startStormClients(load: StormLoad): StormClients {
  const { answerWithinMs = 8_000 } = load
  const acknowledged: StormAnswer[] = []
  const refusals: string[] = []
  let isStopped = false
  let made = 0

  async function submitUntilAcknowledged(
    environment: Acknowledged['environment'],
    choose: (tries: number) => string | undefined,
    limitMs: number,
  ): Promise<void> {
    made += 1
    const request = { environment, idempotencyKey: `storm-${made}` }
    const until = performance.now() + limitMs
    const passed: string[] = []
    for (let tries = 1; performance.now() < until; tries += 1) {
      const url = choose(tries)
      const answer = url && (await submitOnce(url, { ...load, answerWithinMs }, request))
      if (answer && 'id' in answer) {
        acknowledged.push({ ...request, ...answer, atMs: systemClock.now(), passed })
        return
      }
      if (answer && 'refusal' in answer) refusals.push(answer.refusal)
      if (answer && 'passing' in answer) passed.push(answer.passing)
      await wait(tryAgainAfterMs)
    }
    refusals.push(`${request.idempotencyKey} was not acknowledged within ${limitMs} ms`)
  }

  async function client(environment: Acknowledged['environment'], number: number): Promise<void> {
    for (let turn = number; !isStopped; turn += 1) {
      const choose = (tries: number) => load.urls()[(turn + tries) % load.urls().length]
      await submitUntilAcknowledged(environment, choose, acknowledgedWithinMs)
      await wait(load.pauseMs)
    }
  }

  const running = (['sandbox', 'live'] as const).flatMap((environment) =>
    Array.from({ length: load.clients[environment] }, (_, number) => client(environment, number)),
  )
  const all = Promise.all(running)
  all.catch((error: unknown) => refusals.push(String(error)))
  return {
    acknowledged,
    refusals,
    async probe(url, limitMs) {
      const from = performance.now()
      await submitUntilAcknowledged('sandbox', () => url, limitMs)
      return performance.now() - from
    },
    async stop() {
      isStopped = true
      await all
    },
  }
}

type Answer =
  | { readonly id: string }
  | { readonly refusal: string }
  /** The request is to be sent again. */
  | { readonly passing: string }

async function submitOnce(
  url: string,
  { keys, answerWithinMs }: Required<Pick<StormLoad, 'keys' | 'answerWithinMs'>>,
  request: Omit<Acknowledged, 'id'>,
): Promise<Answer> {
  try {
    const response = await post(url, keys, request, AbortSignal.timeout(answerWithinMs))
    const body: unknown = await response.json()
    if (response.ok) return { id: answered.parse(body).data.id }
    const answer = `${response.status} ${refused.parse(body).error.code}`
    if (passing.has(response.status)) return { passing: answer }
    return { refusal: `${request.idempotencyKey}: ${answer}` }
  } catch {
    // Refused, reset, cut in the middle, or too late.
    return { passing: 'no answer' }
  }
}
