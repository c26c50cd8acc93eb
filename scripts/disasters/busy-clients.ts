// Clients that keep a server busy with sandbox and live submissions, and note what it acknowledged.

import { z } from 'zod'
import { awaTeranga } from '../../test/support/person.ts'
import { specimenForm } from '../bench/specimen-form.ts'

export interface Acknowledged {
  readonly id: string
  readonly environment: 'sandbox' | 'live'
  readonly idempotencyKey: string
}

export interface ClientKeys {
  readonly sandbox: string
  readonly live: string
}

export interface BusyClients {
  /** In order of the answers. */
  readonly acknowledged: readonly Acknowledged[]
  /** Resolves once the first request of either kind is acknowledged. */
  readonly begun: Promise<void>
  /** Ends the clients; call it after the server was killed. @throws Error if a request was refused */
  stop(): Promise<void>
}

const clientsOfEachKind = 2
const answered = z.object({ data: z.object({ id: z.string() }) })

/** @param name begins the idempotency keys of these clients */
export function startClients(url: string, keys: ClientKeys, name = 'busy'): BusyClients {
  const acknowledged: Acknowledged[] = []
  const begun = Promise.withResolvers<void>()
  let isStopped = false
  let made = 0
  async function submitAgain(environment: Acknowledged['environment']): Promise<void> {
    while (!isStopped) {
      made += 1
      const request = { environment, idempotencyKey: `${name}-${made}` }
      const id = await submit(url, keys, request)
      if (id === undefined) continue
      acknowledged.push({ ...request, id })
      if (new Set(acknowledged.map((one) => one.environment)).size === 2) begun.resolve()
    }
  }
  const kinds = (['sandbox', 'live'] as const).flatMap((one) => Array(clientsOfEachKind).fill(one))
  const clients = Promise.all(kinds.map(submitAgain))
  clients.catch(begun.reject)
  return {
    acknowledged,
    begun: begun.promise,
    async stop() {
      isStopped = true
      await clients
    },
  }
}

/** Returns the id that the server answered with; undefined if it was killed before. @throws Error if it refused */
export async function submit(
  url: string,
  keys: ClientKeys,
  request: Omit<Acknowledged, 'id'>,
): Promise<string | undefined> {
  try {
    const response = await post(url, keys, request)
    if (!response.ok) throw new Error(`refused with ${response.status}: ${await response.text()}`)
    return answered.parse(await response.json()).data.id
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return undefined
    throw error
  }
}

export function post(
  url: string,
  keys: ClientKeys,
  { environment, idempotencyKey }: Omit<Acknowledged, 'id'>,
  signal: AbortSignal | null = null,
): Promise<Response> {
  const headers = {
    Authorization: `Bearer ${keys[environment]}`,
    'Idempotency-Key': idempotencyKey,
  }
  if (environment === 'live') {
    const body = specimenForm({})
    return fetch(`${url}/v1/kyc/verify`, { method: 'POST', headers, body, signal })
  }
  return fetch(`${url}/v1/kyc/sandbox/verify`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(awaTeranga),
    signal,
  })
}
